"""Chess by python-chess (extra `chess`, GPL-3): only this folder, its kit and the UCI player import it."""
