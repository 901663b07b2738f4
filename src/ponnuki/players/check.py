"""Whether a player can be started, before a game is lost because it cannot."""

from ponnuki.players.spec import AnySpec, GtpSpec, UciSpec


def check_player(spec: AnySpec) -> str:
    """Start a program, see that it answers, and end it: its name for itself; nothing for a player of ours.

    A program that is not there is `BadInput`; one that starts and then fails is a `PlayerFault`.
    """
    if isinstance(spec, GtpSpec):
        from ponnuki.players.gtp import check_program

        return check_program(spec)
    if isinstance(spec, UciSpec):
        spec.kit.load()
        from ponnuki.players.uci import check_uci_program

        return check_uci_program(spec)
    return ""
