# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of the modes, as a table for doc/MEASURED.md."""
import math

COLUMNS = ("project", "mutants", "left out", "reached", "runs", "split", "auto, s", "split, s", "forkserver, s", "exec, s",
           "a, s", "a', s", "a / remt", "a' / remt", "b / remt", "by CPU: a", "a'", "a / limit", "a' / limit", "distance", "strict",
           "executed cells / mutant", "mutants / s", "cells / s")

# Which of them have a mean, in their order; what they are tells bench.py.
RATIOS = ("a/auto", "a'/auto", "b/auto", "a/auto cpu", "a'/auto cpu", "a/limit", "a'/limit", "distance", "strict distance")


def number(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}" if value < 100 else f"{value:.0f}"


def executed_per_mutant(result):
    """None: nothing is reached, or the result is from before these cells were counted."""
    return result["executed"] / result["reached"] if result["reached"] and "executed" in result else None


def cells(result):
    verdicts, runs, split = result["runs"][:3]
    seconds = [number(result[way]) for way in ("auto", "split", "forkserver", "exec", "a", "a'")]
    return (f"{result['name']} ({result['kind']})", result["mutants"], result["left out"], result["reached"], runs, split, *seconds,
            *(number(result.get(key)) for key in RATIOS), number(executed_per_mutant(result)),
            number(result["reached"] / result["auto"], 0), number(verdicts / result["auto"], 0))


def row(words):
    print("| " + " | ".join(map(str, words)) + " |")


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def show(results):
    row(COLUMNS)
    row(["---"] * len(COLUMNS))
    for result in results:
        row(cells(result))
    print()
    for kind in dict.fromkeys(result["kind"] for result in results):
        words = []
        for key in RATIOS:
            values = [result[key] for result in results if result["kind"] == kind and result.get(key)]
            if values:
                words.append(f"{key} {geomean(values):.2f} of {len(values)}")
        print(f"geometric means, {kind}: {', '.join(words)}")
    for result in results:
        print(f"{result['name']}: baseline {result['baseline']:.1f} s; execution {1000 * result['auto cpu']:.0f} ms of CPU, limit "
              f"{1000 * result['limit']:.0f} ms, strict {1000 * result['strict limit']:.0f} ms: {result['split cells']} cells by split-stream, "
              f"{result['whole cells']} counted whole, fork {result['fork'] * 1e6:.0f} µs; driver: {result['a cells']} runs, "
              f"{result['covered cells']} with coverage, {result['unequal']} verdicts not the same, {result['late']} late")
        if "b" in result:
            b = result["b"]
            print(f"{result['name']}: compiled {b['count']}: {b['build']:.2f} s a build, {b['each']:.2f} s a mutant, "
                  f"verdicts not the same: {' '.join(b['unequal']) or 'none'}")
