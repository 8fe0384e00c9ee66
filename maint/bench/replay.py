# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that end each mutant at its first kill, replayed from full matrices: figures 4(a) and 4(b) of "Regression Mutation
Testing" (Zhang, Marinov, Zhang, Khurshid; ISSTA 2012)."""
import random
import statistics

from matrix import is_kill

NR_ORDERS = 20


def by_mutant(matrix):
    """Of each mutant the tests that reach it."""
    found = {}
    for id, test in matrix.cover:
        found.setdefault(id, []).append(test)
    return found


def first_kill(matrix, id, tests):
    """The tests of TESTS, in their order, that a run which knows nothing does, as far as it goes."""
    done = []
    for test in tests:
        done.append(test)
        if is_kill(matrix.verdict((id, test))):
            break
    return done


def count_runs(matrix, id, tests):
    """Those of them that are executions: what the infection filter decides is none."""
    return sum(matrix.is_executed((id, test)) for test in first_kill(matrix, id, tests))


class Replay:
    """OLD and FRESH are full matrices of two versions without reuse, REUSED is that of the new one with the old one as base."""

    def __init__(self, old, fresh, reused):
        self.old, self.fresh, self.reused = old, fresh, reused
        self.old_tests, self.new_tests = by_mutant(old), by_mutant(fresh)
        self.old_ids = fresh.ids_in(old)

    def _mutant(self, id, rank):
        """Executions without reuse, with it, and with reuse and the order of the paper's section 4.4."""
        tests = sorted(self.new_tests[id], key=rank.get)
        old = self.old_ids.get(id)
        past = first_kill(self.old, old, sorted(self.old_tests.get(old, ()), key=rank.get))
        known = [test for test in past if self.reused.is_carried((id, test))]
        plain = count_runs(self.fresh, id, tests)
        if any(is_kill(self.reused.verdict((id, test))) for test in known):
            return plain, 0, 0
        left = [test for test in tests if test not in known]
        kills = {test for test in past if is_kill(self.old.verdict((old, test)))}
        ranked = sorted(left, key=lambda test: (test not in kills, -self.fresh.cover[id, test], rank[test]))
        return plain, count_runs(self.fresh, id, left), count_runs(self.fresh, id, ranked)

    def run(self, order):
        rank = {test: place for place, test in enumerate(order)}
        return [sum(column) for column in zip(*(self._mutant(id, rank) for id in self.new_tests))] or [0, 0, 0]


def spread(values):
    values = [100 * value for value in values]
    return {"mean": statistics.mean(values), "deviation": statistics.pstdev(values), "least": min(values), "most": max(values)}


def reductions(old, fresh, reused, seed=1):
    """Over so many random orders of the tests: executions, and percentages saved by reuse over none, and by the order of tests
    over reuse alone."""
    replay = Replay(old, fresh, reused)
    tests = sorted(set(old.tests) | set(fresh.tests))
    chance, rows = random.Random(seed), []
    for _ in range(NR_ORDERS):
        chance.shuffle(tests)
        rows.append(replay.run(tests))
    return {"runs": [statistics.mean(column) for column in zip(*rows)],
            "reuse": spread([1 - reuse / plain if plain else 0 for plain, reuse, _ in rows]),
            "order": spread([1 - ordered / reuse if reuse else 0 for _, reuse, ordered in rows])}
