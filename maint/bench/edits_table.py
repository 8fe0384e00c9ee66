# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of reuse after edits, as tables for doc/MEASURED.md."""
from reuse_table import list_cells, table

COLUMNS = ("edits", "tried", "not built", "tests fail", "compared", "cells", "carried over", "by edits", "changed a verdict",
           "verdicts", "wrong", "other kill", "undefined", "unsteady")


def sentence(row):
    """For the one who waits."""
    head = f"{row['name']} {row['number']} {row['kind']}: {row['edit'][:100]}: "
    if "error" in row:
        return head + f"not compared ({row['stage']})"
    return head + (f"{row['without']} executions, {row['with']} with a base; {row['changed verdicts']} verdicts changed, "
                   f"{len(row['wrong'])} wrong, {len(row['other kill'])} other kills, {len(row['unsteady'])} unsteady")


def cells(name, rows):
    good = [row for row in rows if "error" not in row]
    stages = [row["stage"] for row in rows if "error" in row]
    not_built = sum(stage in ("configure", "build") for stage in stages)
    return (name, len(rows), not_built, len(stages) - not_built, len(good), sum(row["compared"] for row in good),
            sum(row["carried"] for row in good), sum(row["carried"] > 0 for row in good),
            sum(row["changed verdicts"] > 0 for row in good), sum(row["changed verdicts"] for row in good),
            *(sum(len(row.get(what, ())) for row in good) for what in ("wrong", "other kill", "undefined", "unsteady")))


TRAPS = ("asked by mutated runs only", "changed", "cells", "carried over", "another verdict", "left alone", "cells", "carried over",
         "another verdict")


def show_traps(rows):
    """ROWS: those with tests of traps.py."""
    found = {}
    for row in rows:
        for kind, (is_changed, *counts) in row["traps"].items():
            for name in (kind, "all"):
                sums = found.setdefault(name, {True: [0] * 4, False: [0] * 4})[is_changed]
                sums[:] = [old + new for old, new in zip(sums, (1, *counts))]
    if found:
        table(TRAPS, [(kind, *found[kind][True], *found[kind][False]) for kind in sorted(found, key=lambda kind: (kind == "all", kind))])


def show(rows):
    """ROWS: as edits.py finds them."""
    show_traps([row for row in rows if "traps" in row])
    for key in ("name", "kind"):
        groups = sorted({row[key] for row in rows})
        table(COLUMNS, [*(cells(group, [row for row in rows if row[key] == group]) for group in groups), cells("all", rows)])
    for what in ("wrong", "other kill", "undefined", "unsteady"):
        list_cells(rows, what)
