"""The semeai solver against the oracle of the tests: `python benchmarks/semeai_oracle.py --races 1000 --seed 7`.

For each kind of small arena it makes so many races, asks the solver who wins if Black and if White is first, lists all
positions to find out, and prints every definite answer that is wrong. It ends with 1 if there is one. With `--approach`
it goes through all races with plain approach moves instead (`tests/knowledge/test_semeai_approach.py`).
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "knowledge"))

from semeai_oracle import winner_who_waits
from test_semeai_approach import board, races
from test_semeai_approach import compare as compare_approach
from test_semeai_oracle import KINDS, compare


def go_through_approach() -> int:
    """How many definite answers are wrong, each printed with its board."""
    start, found = time.process_time(), compare_approach(races())
    wrong = [row for row in found if row[3] not in (row[2], "unknown")]
    for case, first, want, got in wrong:
        print("\n".join([*board(*case), f"{first} first: {got}, not {want}"]))
    counts = Counter(want if got == want else "unknown" for _, _, want, got in found)
    print(
        f"{len(found)} questions, {dict(counts)}, {len(wrong)} wrong, {time.process_time() - start:.0f} s of CPU time"
    )
    return len(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1000, help="of each kind of arena")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--most", type=int, default=2000, help="positions that the oracle may list for one question")
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    parser.add_argument("--approach", action="store_true", help="races with plain approach moves, all of them")
    options = parser.parse_args()
    if options.approach:
        sys.exit(1 if go_through_approach() else 0)
    all_wrong = 0
    for kind in options.kind or KINDS:
        start, counts, done = time.process_time(), Counter(), 0
        while done < options.races:  # in parts, so that something is seen of a long run
            part = min(50, options.races - done)
            for race, want, got in compare(kind, 1000 * options.seed + done, part, options.most):
                wrong = got not in (want, "unknown") and not (want == "ko" and got == winner_who_waits(*race))
                counts["wrong" if wrong else "unknown" if got == "unknown" else want] += 1
                if wrong:
                    all_wrong += 1
                    print("\n".join([*race[0].rows(race[1]), f"{race[2]} {race[3]}: {got}, not {want}"]))
            done += part
            print(f"{kind}: {done} races, {dict(counts)}, {time.process_time() - start:.0f} s of CPU time", flush=True)
    sys.exit(1 if all_wrong else 0)


if __name__ == "__main__":
    main()
