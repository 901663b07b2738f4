"""A UCI program that misbehaves in the way its first argument says; `plays` does not."""

import sys
import time

import chess

WAY = sys.argv[1]


def say(line: str) -> None:
    print(line, flush=True)


def answer(board: chess.Board) -> None:
    move = sorted(move.uci() for move in board.legal_moves)[0]
    if WAY == "crashes":
        print("segmentation fault, nearly", file=sys.stderr, flush=True)
        sys.exit(17)
    if WAY == "hangs":
        time.sleep(3600)
    if WAY == "deaf":
        for _ in sys.stdin:  # `stop` and `quit` among them
            say("info string I am not done yet")
        time.sleep(3600)
    if WAY == "floods":
        while True:
            say("info depth 1 score cp 1 nodes 1 pv " + move)
    if WAY == "endless":
        while True:
            sys.stdout.write("info string " + "x" * 100_000)
    if WAY == "dawdles":
        time.sleep(0.8)
    say({"cheats": "bestmove e2e5", "babbles": "bestmove I think"}.get(WAY, f"bestmove {move}"))


def main() -> None:
    if WAY == "exits":
        sys.exit("cannot find my network")
    board = chess.Board()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if WAY == "mute":
            continue
        if WAY == "foreign":
            say(f"? unknown command: {word}")
            continue
        if word == "uci":
            say("id name uci-" + WAY)
            say("option name Level type spin default 1 min 1 max 9")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            start, _, moves = rest.partition(" moves ")
            board = chess.Board() if start.strip() == "startpos" else chess.Board(start.removeprefix("fen "))
            for move in moves.split():
                board.push_uci(move)
        elif word == "go":
            answer(board)
        elif word == "quit":
            return


main()
