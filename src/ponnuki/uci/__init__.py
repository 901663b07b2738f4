"""The UCI protocol as a client, by python-chess (extra `chess`): a program at the other end."""
