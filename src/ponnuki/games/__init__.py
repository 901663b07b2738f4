"""Rules of the games; this room has no idea that searching exists."""
