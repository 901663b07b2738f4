"""Input that no controller should send: none of it may change a board, and all of it but silence has one reply."""

import random
import re

from expectations import Step, fails, lines, says, words

WORDS = [
    *words("""
-1 0 1 25 26 1e9 99999999999999999999999999 -99999999999999999999 nan inf -inf 1.5 0x10 1_0 ٣ ½ A0 A-1 I5 Z99
A9999999999 pass resign black green b W true null None %s%n ../../etc/passwd '; ${PATH} \\\\n é 🀄 \u202e =1 ? =
C3,D4 , * --help
"""),
    "9" * 5000,
    "a" * 3000,
]
IMPOSSIBLE = ["9" * 400, *words("nan -inf 0x10 1_0 ½ 🀄 green %s A-1 1e999 =")]
"""Neither a number, nor a colour, a vertex, a file or anything else that a command asks for."""
LINES = lines("""
boardsize {bad}
komi {bad}
play {bad} A1
play b {bad}
genmove {bad}
reg_genmove {bad}
gg-undo {bad}
time_settings {bad} 0 0
time_settings 1 1 {bad}
time_left b {bad} 0
time_left {bad} 1 1
kgs-time_settings {bad}
kgs-time_settings absolute {bad}
kgs-rules {bad}
fixed_handicap {bad}
set_free_handicap A1 {bad}
final_status_list {bad}
loadsgf {bad}
lz-analyze b {bad}
lz-analyze b avoid b {bad} 1
analyze b allow b A1 {bad}
genmove_analyze {bad}
gogui-play_sequence b A1 w {bad}
ponnuki-params ponder {bad}
""")
NO_ARGUMENT = words("""
protocol_version name version list_commands clear_board undo final_score showboard cputime
gogui-analyze_commands gogui-interrupt gomill-explain_last_move gomill-describe_engine gomill-cpu_time
query_boardsize get_komi ponnuki-search ponnuki-ownership ponnuki-semeai
""")
ONE_ARGUMENT = words("""
boardsize komi genmove kgs-genmove_cleanup kgs-rules fixed_handicap place_free_handicap final_status_list
reg_genmove cgos-genmove_analyze
""")
COUNTS = {**dict.fromkeys(NO_ARGUMENT, 0), **dict.fromkeys(ONE_ARGUMENT, 1)}
COUNTS |= {"play": 2, "time_settings": 3, "time_left": 3}
NOT_COMMANDS = ["-1", "+1", "1.5", "9" * 30, "=1", "?1", "1x", "Play", "GENMOVE", "quit.", "play,b"]
SILENCE = ["", " ", "\t", "\r", "#", "# interrupt", "#quit", "\x00", " # play b A1"]


def hostile_step(rng: random.Random) -> Step:
    """One such line."""
    return rng.choice([_wrong_count, _impossible, _rubbish, _silence])(rng)


def _wrong_count(rng: random.Random) -> Step:
    name = rng.choice(list(COUNTS))
    count = rng.choice([count for count in (0, 1, 2, 3, 4, 7, 200) if count != COUNTS[name]])
    number = rng.choice(["", "1", "007", "2147483648"])
    return Step(f"{number} {name} {' '.join(rng.choices(WORDS, k=count))}", number, fails)


def _impossible(rng: random.Random) -> Step:
    return Step(rng.choice(LINES).format(bad=rng.choice(IMPOSSIBLE)), "", fails)


def _rubbish(rng: random.Random) -> Step:
    kind = rng.randrange(5)
    if kind == 0:
        word = re.sub("[#0-9]", "~", "".join(chr(rng.randint(0x21, 0x7E)) for _ in range(rng.randint(1, 30))))
    elif kind == 1:
        word = "".join(chr(rng.choice([0xE9, 0x4E00, 0x1F004, 0x202E, 0x660])) for _ in range(9))
    elif kind == 2:
        word = "z" * rng.choice([100, 5_000, 100_000])
    elif kind == 3:
        word = rng.choice(NOT_COMMANDS)
    else:
        return Step("42", "42", says("unknown command"))
    number = rng.choice(["", "0", "17"]) if not word.isdigit() else ""
    return Step(f"{number} {word} {rng.choice(WORDS)} {rng.choice(WORDS)}", number, says("unknown command"))


def _silence(rng: random.Random) -> Step:
    return Step(rng.choice(SILENCE), "", None)
