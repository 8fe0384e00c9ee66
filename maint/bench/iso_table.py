# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of remt iso, as tables for doc/MEASURED.md."""
from reuse_table import table
from table import geomean

DEPTHS = 4  # that have a column of their own
COVERAGE = ("project", "version", "tests", "branches", "uncovered", "%", "sibling covered", "%",
            *(f"depth {depth}, %" for depth in range(1, DEPTHS + 1)), "all, %", "branches", "depth", "time, s")
FAULTS = ("project", "version", "tests", "mutants", "unnoticed", "VL", "%", "QL", "%", "runs of mutants", "time, s")
SAME = ("project", "version", "conditions", "the same", "variants", "unsteady", "crash or don't end", "no result", "differences",
        "unexplained", "plain")
SPEED = ("project", "old", "new", "tests", "suite, s", "negation sets", "suite for each, s", "endless", "and these, s", "variants", "only in the new one", "runs",
         "jobs", "time, s", "runs / s", "times faster", "with endless")
LIMIT = 0.3  # seconds that a plain driver gives a short test (testsuite/runner/drive.c)
PAIRS = ("project", "old", "new", "tests", "conditions", "the same", "variants", "differences", "unexplained", "plain", "time, s",
         "with the baseline, s")
REGRESSIONS = ("project", "old", "new", "regression in", "reported", "rank", "of", "differences due to it", "the first one",
               "behind", "unexplained ones due to it", "tests that differ plainly")


def percent(part, whole):
    return 100 * part / whole if whole else None


def show_percent(value):
    return "–" if value is None else f"{value:.1f}"


def gains(row):
    """Percent of the uncovered branches that variants have executed, by depth."""
    coverage = row["coverage"]
    return [percent(gained, coverage["uncovered"]) for gained in coverage["executedByDepth"]]


def seconds(row, key="seconds"):
    return ("> " if row["stopped"] else "") + f"{row[key]:.1f}"


def coverage_cells(row):
    coverage, gained = row["coverage"], gains(row)
    uncovered = coverage["uncovered"]
    by_depth = [gained[min(depth, len(gained) - 1)] if gained else None for depth in range(DEPTHS)]
    return (row["name"], row["new"], row["tests"], coverage["branches"], uncovered,
            show_percent(percent(uncovered, coverage["branches"])), coverage["siblingCovered"],
            show_percent(percent(coverage["siblingCovered"], uncovered)), *map(show_percent, by_depth),
            show_percent(gained[-1] if gained else None), (coverage["executedByDepth"] or [0])[-1],
            f"{len(gained)}{'+' if row['stopped'] else ''}", seconds(row))


def faults_cells(row):
    found = row["faults"]
    return (row["name"], row["new"], row["tests"], found["mutants"], found["unkilled"], found["vl"],
            show_percent(percent(found["vl"], found["unkilled"])), found["ql"],
            show_percent(percent(found["ql"], found["unkilled"])), found["runs"], f"{row['wall']:.1f}")


def all_conditions(row):
    return row["all conditions"][1] if row["all conditions"] else "–"


def same_cells(row):
    return (row["name"], row["new"], all_conditions(row), row["conditions"], row["variants"], row["unstable"], row["broken"],
            row["invalid"], row["explained"], row["unexplained"], row["plain"])


def rerun_seconds(row):
    """What the suite takes in both versions for each negation set that was explored."""
    return 2 * row["negationSets"] * row["suite"]


def endless_seconds(row):
    """The same, with what the variants take that meet a limit: tests that the suite would wait for."""
    return rerun_seconds(row) + 2 * row["endless"] * LIMIT


def ratio(row, of=rerun_seconds):
    """How many times longer that takes than what one job has to do."""
    return of(row) / row["seconds"] / row["jobs"] if row["seconds"] else None


def speed_cells(row):
    found, endless = ratio(row), ratio(row, endless_seconds)
    return (row["name"], row["old"], row["new"], row["tests"], f"{row['suite']:.3f}", row["negationSets"], f"{rerun_seconds(row):.0f}",
            row["endless"], f"{endless_seconds(row):.0f}", row["variants"], row["untouched"], row["runs"], row["jobs"], seconds(row), f"{row['runs'] / max(row['seconds'], 0.001):.0f}",
            "–" if found is None else f"{found:.1f}", "–" if endless is None else f"{endless:.1f}")


def pair_cells(row):
    return (row["name"], row["old"], row["new"], row["tests"], all_conditions(row), row["conditions"], row["variants"],
            row["explained"], row["unexplained"], row["plain"], seconds(row), f"{row['wall']:.1f}")


def regression_cells(row):
    reported = "yes" if row["rank"] else "unexplained" if row["gone unexplained"] else "plain" if row["gone plain"] else "no"
    return (row["name"], row["old"], row["new"], row["regression"], reported if row["is fixed"] else reported + " (no fix tried)",
            row["rank"] or "–", row["explained"], row["ranks"], row["nature"] or "–",
            " and ".join(f"`{text}`" for text in row["behind"] or ()) or "–", row["gone unexplained"], row["gone plain"])


def sentence(row):
    """For the one who waits."""
    head = f"{row['name']} {row['part']} {row['old']} {row['new']}: "
    if "error" in row:
        return head + row["error"].strip()[-600:]
    text = (f"{row['variants']} variants in {seconds(row)} s, {row['explained']} differences, {row['unexplained']} unexplained, "
            f"{row['plain']} plain; branches executed: {row['coverage']['executedByDepth']} of {row['coverage']['uncovered']}")
    if "faults" in row:
        text += f"; of {row['faults']['unkilled']} unnoticed mutants QL finds {row['faults']['ql']}"
    return head + text + (f"; regression at {row['rank']}" if "regression" in row else "")


def show_mean(what, values):
    """Of those that are there and not 0, since of these there is none."""
    found = [value for value in values if value]
    if found:
        print(f"{what}: geometric mean {geomean(found):.2f} of {len(found)}, {len(values) - len(found)} without a value")


def show_coverage(rows):
    table(COVERAGE, map(coverage_cells, rows))
    for name, at in (("depth 1", 0), ("all depths", -1)):
        show_mean(f"uncovered branches executed, {name}, %", [gains(row)[at] if gains(row) else None for row in rows])
    print()


def show_faults(rows):
    table(FAULTS, map(faults_cells, rows))
    for key in ("vl", "ql"):
        show_mean(f"unnoticed mutants found by {key.upper()}, %",
                  [percent(row["faults"][key], row["faults"]["unkilled"]) for row in rows])
    print()


def show_speed(rows):
    table(SPEED, map(speed_cells, rows))
    show_mean("times faster than the suite for each negation set", list(map(ratio, rows)))
    show_mean("the same with endless tests", [ratio(row, endless_seconds) for row in rows])
    print()


def show(rows):
    """ROWS: as iso.py finds them."""
    failed = [row for row in rows if "error" in row]
    same, faults, pairs = ([row for row in rows if row["part"] == part and "error" not in row]
                           for part in ("same", "faults", "pairs"))
    faults = [row for row in faults if "faults" in row and not row["stopped"]]
    if same:
        show_coverage(same)
        table(SAME, map(same_cells, same))
        show_speed(same)
    if faults:
        show_faults(faults)
    if pairs:
        table(PAIRS, map(pair_cells, pairs))
        show_speed(pairs)
    if any("regression" in row for row in pairs):
        table(REGRESSIONS, (regression_cells(row) for row in pairs if "regression" in row))
    for row in failed:
        print(f"not compared: {row['name']} {row['part']} {row['new']}: {' '.join(row['error'].split())[:300]}")
