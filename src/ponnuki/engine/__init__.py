"""Our players as a GTP program."""
