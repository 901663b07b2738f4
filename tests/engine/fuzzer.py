"""A controller that plays legal games and, in between, sends everything a controller should not.

`Fuzzer.step` gives the next line and what must come back; the caller sends it and passes the whole reply to `judge`,
which checks its form, its content, and keeps the model of the game up to date. Every line is a function of the seed
and of the replies before it.
"""

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from expectations import Expect, Step, fails, gives, lines, says, succeeds, words
from hostile import hostile_step
from model import RULES, Model, Saved, point

SIZES = (3, 5, 9)
"""On 3x3 superko matters all the time."""
LONGEST_GAME = 150
REPLY = re.compile(r"[=?](?P<id>[0-9]*)( (?P<first>[^\n]*))?\n(?P<rest>([^\n]+\n)*)\n")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
THINKING = lines("""
final_score
final_status_list dead
final_status_list alive
final_status_list seki
reg_genmove {color}
lz-analyze {color} 10
lz-analyze {color} avoid b A1,B1 2
analyze {color} interval 5 minmoves 2
kata-analyze {color} ownership true
ponnuki-ownership
""")
CLOCKS = lines("""
time_settings 0 1 0
time_settings 60 10 5
time_settings 5 0 0
time_left b 1 0
time_left w 0.5 3
time_left B -4 0
time_left white 0 1
kgs-time_settings none
kgs-time_settings absolute 20
kgs-time_settings byoyomi 0 1 3
kgs-time_settings canadian 5 5 5
""")
GENERATORS = words("""
genmove genmove kgs-genmove_cleanup genmove_analyze lz-genmove_analyze kata-genmove_analyze
""")
MOVE = re.compile(r"[A-HJ-Z][0-9]+|pass|resign")


class Fuzzer:
    def __init__(
        self, seed: int, model: Model, folder: Path, thinking: float = 0.01, sizes: Sequence[int] = SIZES
    ) -> None:
        self.random = random.Random(seed)
        self.model = model
        self.folder = folder
        self.saved: Saved | None = None
        self.counts = {"moves": 0, "illegal": 0, "hostile": 0, "thinking": 0}
        self._thinking = thinking
        self._sizes = sizes

    # ---- one step ---------------------------------------------------------------------------------------------

    def step(self) -> Step:
        roll = self.random.random()
        if len(self.model.moves) > LONGEST_GAME:
            return self._dressed(*self._clear_board())
        if roll < 0.42:
            return self._dressed(*self._move())
        if roll < 0.50:
            return self._dressed(*self._try_any_move())
        if roll < 0.50 + self._thinking:
            self.counts["thinking"] += 1
            return self._dressed(*self.random.choice([self._genmove, self._think])())
        if roll < 0.72:
            return self._dressed(*self.random.choice(self._changes())())
        self.counts["hostile"] += 1
        return hostile_step(self.random)

    def judge(self, step: Step, raw: str) -> None:
        """Check a reply, all of it."""
        if step.expect is None:
            assert raw == "", f"{step.line[:200]!r} wants no reply, got {raw[:500]!r}"
            return
        match = REPLY.fullmatch(raw)
        assert match, f"{step.line[:200]!r}: not a reply: {raw[:500]!r}"
        assert match["id"] == step.id, f"{step.line[:200]!r}: reply {raw[:500]!r} bears another id"
        assert not CONTROL.search(raw), f"{step.line[:200]!r}: control characters in {raw[:500]!r}"
        text = "\n".join([match["first"] or "", *match["rest"].splitlines()])
        assert "internal error" not in text, f"{step.line[:200]!r}: {text}"
        try:
            step.expect(raw[0] == "=", text)
        except AssertionError as error:
            raise AssertionError(f"{step.line[:200]!r} gave {raw[:500]!r}: {error}") from error

    def _dressed(self, line: str, expect: Expect) -> Step:
        """A proper command as a strange controller might write it."""
        number = "".join(self.random.choices("0123456789", k=self.random.randint(1, 10)))
        number = number if self.random.random() < 0.4 else ""
        text = f"{number} {line}" if number else line
        if self.random.random() < 0.2:
            text = re.sub(" ", lambda _: self.random.choice([" ", "\t", "   ", " \t "]), text)
        if self.random.random() < 0.1:
            for _ in range(3):
                at = self.random.randint(0, len(text))
                text = text[:at] + self.random.choice("\x00\x01\x07\x08\x0b\x0c\x1b\x7f\x85\r\ufeff") + text[at:]
        if self.random.random() < 0.1:
            text += self.random.choice(["  ", "\r", " # a comment", "# \x00ünï", "\t#", " ## = ?"])
        return Step(text, number, expect)

    # ---- proper commands --------------------------------------------------------------------------------------

    def _color(self, color: str) -> str:
        return self.random.choice({"b": ["b", "B", "black", "Black"], "w": ["w", "W", "white", "WHITE"]}[color])

    def _next_color(self) -> str:
        color = self.model.position.to_move
        return color if self.random.random() < 0.95 else ("w" if color == "b" else "b")

    def _move(self) -> tuple[str, Expect]:
        color = self._next_color()
        passes = 0.3 if self.model.moves and self.model.moves[-1][1] == "pass" else 0.03
        return self._play(color, "pass" if self.random.random() < passes else self._some_move(color))

    def _some_move(self, color: str) -> str:
        points = self.model.empty_points()
        self.random.shuffle(points)
        return next((move for move in points if self.model.is_legal(color, move)), "pass")

    def _try_any_move(self) -> tuple[str, Expect]:
        size = self.model.size
        column, row = self.random.randint(0, size), self.random.randint(0, size + 1)
        return self._play(self._next_color(), f"{'ABCDEFGHJKLMN'[column]}{row}")

    def _play(self, color: str, move: str) -> tuple[str, Expect]:
        legal = move[1:] != "0" and self.model.is_legal(color, move)
        self.counts["moves" if legal else "illegal"] += 1

        def expect(success: bool, text: str) -> None:
            assert success == legal, f"it is {'legal' if legal else 'illegal'}"
            assert text == ("" if legal else "illegal move")
            if legal:
                self.model.play(color, move)

        return f"play {self._color(color)} {self.random.choice([move, move.lower(), move.upper()])}", expect

    def _genmove(self) -> tuple[str, Expect]:
        color = self._next_color()
        command = self.random.choice(GENERATORS)

        def expect(success: bool, text: str) -> None:
            assert success
            move = text.splitlines()[-1].removeprefix("play ")
            assert MOVE.fullmatch(move)
            if move != "resign":
                assert self.model.is_legal(color, move), f"{move} is illegal"
                self.model.play(color, move)

        return f"{command} {self._color(color)}", expect

    def _think(self) -> tuple[str, Expect]:
        return self.random.choice(THINKING).format(color=self._color(self._next_color())), succeeds

    def _changes(self) -> list[Callable[[], tuple[str, Expect]]]:
        return [
            self._undo, self._undo, self._gg_undo, self._sequence, self._sequence, self._komi, self._komi,
            self._rules, self._handicap, self._free_handicap, self._time, self._ask, self._ask, self._save, self._load,
            self._rarely(self._clear_board), self._rarely(self._boardsize),
        ]  # fmt: skip

    def _rarely(self, command: Callable[[], tuple[str, Expect]]) -> Callable[[], tuple[str, Expect]]:
        return command if self.random.random() < 0.15 else self._ask

    def _undo(self) -> tuple[str, Expect]:
        return "undo", self._undoing(1)

    def _gg_undo(self) -> tuple[str, Expect]:
        count = self.random.choice([0, 1, 2, 3, 200])
        return f"gg-undo {count}", self._undoing(count)

    def _undoing(self, count: int) -> Expect:
        def expect(success: bool, text: str) -> None:
            assert success == self.model.undo(count)
            assert text == ("" if success else "cannot undo")

        return expect

    def _sequence(self) -> tuple[str, Expect]:
        saved = self.model.save()
        words, known = [], len(saved.moves)
        for _ in range(self.random.randint(0, 4)):
            color = self._next_color()
            move = self._some_move(color) if self.random.random() < 0.9 else "A1"
            words.append(f"{color} {move}")
            if not self.model.is_legal(color, move):
                self.model.undo(len(self.model.moves) - known)
                return f"gogui-play_sequence {' '.join(words)}", fails
            self.model.play(color, move)
        return f"gogui-play_sequence {' '.join(words)}", succeeds

    def _komi(self) -> tuple[str, Expect]:
        self.model.komi = self.random.randint(-40, 40) / 2
        return (
            f"komi {self.random.choice([str(self.model.komi), f'{self.model.komi:.2f}', f'{self.model.komi:g}'])}",
            succeeds,
        )

    def _rules(self) -> tuple[str, Expect]:
        rules = self.random.choice(list(RULES))
        return f"kgs-rules {rules}", succeeds if self.model.change_rules(rules) else fails

    def _handicap(self) -> tuple[str, Expect]:
        command = self.random.choice(["fixed_handicap", "place_free_handicap"])
        size, count = self.model.size, self.random.randint(0, 11)
        most = {3: 0, 5: 0, 9: 9}[size] if command == "fixed_handicap" else size**2 - 1
        right = self.model.is_fresh and 2 <= count <= most

        def expect(success: bool, text: str) -> None:
            assert success == right
            if success:
                stones = {where: "b" for where in map(point, text.split()) if where}
                assert len(stones) == count
                self.model.set_up(stones, "w", self.model.rules)
            else:
                assert text == ("invalid number of stones" if self.model.is_fresh else "board not empty")

        return f"{command} {count}", expect

    def _free_handicap(self) -> tuple[str, Expect]:
        points = [*self.model.empty_points(), "pass"]
        words = [self.random.choice(points) for _ in range(self.random.randint(2, 5))]
        right = self.model.is_fresh and len(set(words)) == len(words) and "pass" not in words

        def expect(success: bool, text: str) -> None:
            assert success == right
            if success:
                stones = {where: "b" for where in map(point, words) if where}
                self.model.set_up(stones, "w", self.model.rules)

        return f"set_free_handicap {' '.join(words)}", expect

    def _time(self) -> tuple[str, Expect]:
        return self.random.choice(CLOCKS), succeeds

    def _clear_board(self) -> tuple[str, Expect]:
        self.model.restart(self.model.size)
        return "clear_board", succeeds

    def _boardsize(self) -> tuple[str, Expect]:
        size = self.random.choice([*self._sizes, *self._sizes, 0, 1, 26, -9, 1000])
        if size not in self._sizes:
            return f"boardsize {size}", says("unacceptable size")
        self.model.restart(size)
        return f"boardsize {size}", succeeds

    def _ask(self) -> tuple[str, Expect]:
        model = self.model
        answers = {
            "query_boardsize": str(model.size),
            "get_komi": f"{model.komi:g}",
            "protocol_version": "2",
            "name": "Ponnuki",
            "known_command play": "true",
            "known_command plai": "false",
        }
        line = self.random.choice([*answers, "showboard", "list_commands", "printsgf", "cputime", "gomill-cpu_time"])
        if line == "showboard":
            return line, self._shows_the_board
        return line, gives(answers[line]) if line in answers else succeeds

    def _shows_the_board(self, success: bool, text: str) -> None:
        rows = [re.sub("[^.XO]", "", line[4:-2]) for line in text.splitlines()[2 : 2 + self.model.size]]
        assert success
        assert rows == self.model.rows()

    def _save(self) -> tuple[str, Expect]:
        self.saved = self.model.save()
        return f"printsgf {self.folder / 'saved.sgf'}", succeeds

    def _load(self) -> tuple[str, Expect]:
        saved = self.saved
        if saved is None:
            return f"loadsgf {self.folder / 'saved.sgf'}", fails
        before = self.random.choice([None, None, 1, 2, 5, 500])
        self.model.load(saved, before)
        return f"loadsgf {self.folder / 'saved.sgf'}{f' {before}' if before else ''}", succeeds
