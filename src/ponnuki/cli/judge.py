"""`ponnuki judge`: what our bound says of results that somebody else has played."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ponnuki.cli.options import AcceptAbove, AsJson, DropBelow, Preset, Risk


def judge(
    file: Annotated[
        Path | None, typer.Argument(help="A PGN file, or the log of fastchess or cutechess.", metavar="FILE")
    ] = None,
    pairs: Annotated[
        str | None,
        typer.Option(help="Instead of a file: how often a pair gave 0, 1/2, 1, 3/2 and 2 points, as in 3,20,60,22,4."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Whose results the file has. Default: the player that it names first.")
    ] = None,
    preset: Preset = "gain",
    accept_above: AcceptAbove = None,
    drop_below: DropBelow = None,
    risk: Risk = 0.05,
    variance: Annotated[
        float,
        typer.Option(help="Variance of a pair's mean result, expected before the games: it must not come from them."),
    ] = 0.0324,
    unordered: Annotated[
        bool, typer.Option("--unordered", help="Judge a file by its counts, whatever the order of its games.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Judge results that were played elsewhere: a verdict with a proven risk, Elo with an interval for any time."""
    from ponnuki.errors import BadInput
    from ponnuki.lab.judge.judge import Question
    from ponnuki.lab.judge.judge import judge as judged
    from ponnuki.lab.judge.results import read_pairs, read_results
    from ponnuki.race.thresholds import preset as find_preset

    chosen = find_preset(preset or "gain")
    question = Question(accept_above or chosen.accept_above, drop_below or chosen.drop_below, risk, variance)
    question.rates()
    if (file is None) == (pairs is None):
        raise BadInput("give either a file or --pairs")
    results = read_pairs(pairs) if pairs is not None else read_results(file, player)  # type: ignore[arg-type]
    found = judged(results, question, unordered=unordered)
    if as_json:
        typer.echo(json.dumps(found))
        return
    for line in _lines(found):
        typer.echo(line)


def _lines(found: dict[str, Any]) -> list[str]:
    who = f"{found['player']} against {found['other']}: " if found["player"] else ""
    sentences = {
        "accepted": f"accepted: better than {found['accept_above']:.4f}",
        "dropped": f"dropped: not better than {found['drop_below']:.4f}",
        None: "undecided: more games are needed",
    }
    after = "" if found["decided_after"] is None else f", decided after {found['decided_after']} pairs"
    probability = f"{100 * (1 - found['risk']):g} %"
    low, high = found["rate_interval"]
    lines = [
        f"{who}{found['pairs']} pairs, by points 0 … 2: {', '.join(map(str, found['counts']))}",
        f"verdict: {sentences[found['decision']]} (risk {found['risk']:g}{after})",
        f"rate {found['rate']:.4f}, with {probability} probability from {low:.4f} to {high:.4f}, whenever one looks",
        f"Elo {found['elo']:+.2f}, from {found['elo_interval'][0]:+.2f} to {found['elo_interval'][1]:+.2f}",
    ]
    if found["nelo"] is not None:
        ends = found["nelo_interval"]
        lines.append(
            f"normalised Elo {found['nelo']:+.2f}, from {ends[0]:+.2f} to {ends[1]:+.2f}, by the variance seen"
        )
    lines.append(
        f"LLR {found['llr']:.2f} ({found['llr_bars'][0]:.2f}, {found['llr_bars'][1]:.2f}) of {found['llr_of']}:"
        " asymptotic, no finite-sample guarantee"
    )
    if found["left_out"]:
        lines.append(f"left out: {found['left_out']} games that are no whole pair")
    return [*lines, found["promise"]]
