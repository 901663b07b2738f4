import time


def coin(candidate, seed):
    time.sleep(0.05)
    return float(seed % 100 < candidate["p"])
