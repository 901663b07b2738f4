"""Journals: what was told, as rows. Joining rows that follow each other makes replaying a million of them
quick."""

from collections.abc import Collection, Hashable, Iterable, Iterator

from numpy.typing import ArrayLike

Entry = tuple[Hashable, int, ArrayLike] | tuple[Hashable, int, ArrayLike, Collection[int]]


def joined(journal: Iterable[Entry]) -> Iterator[Entry]:
    """The same journal with runs of single trials of one candidate joined into one entry each."""
    candidate: Hashable = None
    first = 0
    rewards: list[float] = []
    for entry in journal:
        reward = entry[2]
        if isinstance(reward, float) and not (len(entry) == 4 and entry[3]):
            if rewards and entry[0] == candidate and entry[1] == first + len(rewards):
                rewards.append(reward)
                continue
            if rewards:
                yield candidate, first, rewards
            candidate, first, rewards = entry[0], entry[1], [reward]
            continue
        if rewards:
            yield candidate, first, rewards
            rewards = []
        yield entry
    if rewards:
        yield candidate, first, rewards
