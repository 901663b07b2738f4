"""Players: frozen specifications brought to life."""
