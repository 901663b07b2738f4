"""Races on simulated rewards, by the thousand: how long a race will take, before and while it runs.

Reading order: `reward_models`, `fast_race`, `cases`, `prediction`, `plan` (before a race), `estimate` (during one).
"""
