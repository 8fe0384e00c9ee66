# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of reuse between versions, as tables for doc/MEASURED.md."""
import statistics

from table import row as print_row

COLUMNS = ("project", "version", "changed files (code)", "tests", "mutants", "killed of all / reached, %", "possible executions",
           "reached cells", "executed without reuse", "with", "reduction, %", "time without, s", "with", "overhead, s",
           "changed verdicts", "wrong", "other kill", "undefined", "unsteady")
PARTIAL = ("project", "version", "runs without reuse", "with", "ordered", "reduction, %: mean ± deviation", "least – most",
           "of the order over reuse: mean ± deviation", "least – most")


def percent(value):
    return "–" if value is None else f"{value:.1f}"


def cells(row):
    return (row["name"], row["new"], f"{len(row['files'])} ({len(row['code files'])})", row["tests"], row["mutants"],
            f"{row['killed of all']:.1f} / {row['killed of reached']:.1f}", row["total"], row["reached"], row["without"],
            row["with"], percent(row["reduction"]), f"{row['seconds without']:.1f}", f"{row['seconds with']:.1f}",
            "–" if row["overhead"] is None else f"{row['overhead']:.2f}", row["changed verdicts"], len(row["wrong"]),
            len(row["other kill"]), len(row.get("undefined", ())), len(row["unsteady"]))


def spread(found):
    return f"{found['mean']:.1f} ± {found['deviation']:.1f}", f"{found['least']:.1f} – {found['most']:.1f}"


def partial_cells(row):
    partial = row["partial"]
    return (row["name"], row["new"], *(f"{count:.0f}" for count in partial["runs"]), *spread(partial["reuse"]),
            *spread(partial["order"]))


def sentence(row):
    """For the one who waits."""
    if "error" in row:
        return f"{row['name']} {row['new']}: {row['error'].strip()[-600:]}"
    return (f"{row['name']} {row['new']}: {row['without']} executions without reuse, {row['with']} with; "
            f"{row['changed verdicts']} verdicts changed, {len(row['wrong'])} wrong, {len(row['unsteady'])} unsteady")


def list_cells(rows, what):
    """Each cell once, with what was found of it first."""
    cells, counts = {}, {}
    for row in rows:
        for cell in row.get(what, ()):
            key = row["name"], cell["mutant"], cell["test"]
            cells.setdefault(key, (row, cell))
            counts[key] = counts.get(key, 0) + 1
    for key, (row, cell) in cells.items():
        again = cell["again"] + cell.get("again on the old build", [])
        print(f"{what}: {row['name']}: mutant {cell['mutant']} ({cell['place']}, {cell['function']}), test {cell['test']}: from "
              f"scratch {cell['fresh']}, with a base {cell['other']}, again {', '.join(sorted(set(again))) or 'not run'}; "
              f"{counts[key]} times, first in {row.get('new') or row['number']}")


def table(columns, rows):
    print_row(columns)
    print_row(["---"] * len(columns))
    for words in rows:
        print_row(words)
    print()


def summarize(rows):
    good = [row for row in rows if row["touches"]]
    shares = [row["reduction"] for row in rows if row["reduction"] is not None]
    print(f"{len(rows)} pairs of {len({row['name'] for row in rows})} projects, {len(good)} of them "
          f"({len({row['name'] for row in good})} projects) change code that a test executes; "
          f"{sum(row['compared'] for row in rows)} cells compared, {sum(row['carried'] for row in rows)} carried over, "
          f"{sum(row['changed verdicts'] for row in rows)} verdicts changed between versions, "
          f"{sum(len(row['wrong']) for row in rows)} wrong, {sum(len(row['other kill']) for row in rows)} killed in another way, "
          f"{sum(len(row.get('undefined', ())) for row in rows)} undefined, "
          f"{sum(len(row['unsteady']) for row in rows)} unsteady")
    if shares:
        print(f"reduction: median {statistics.median(shares):.1f} %, {sum(share >= 77 for share in shares)} at least 77 %, "
              f"{sum(share >= 90 for share in shares)} at least 90 %, of {len(shares)}")


def show(rows):
    """ROWS: as reuse.py finds them."""
    failed = [row for row in rows if "error" in row]
    rows = [row for row in rows if "error" not in row]
    table(COLUMNS, map(cells, rows))
    table(PARTIAL, map(partial_cells, rows))
    for what in ("wrong", "other kill", "undefined", "unsteady"):
        list_cells(rows, what)
    summarize(rows)
    for row in failed:
        print(f"not compared: {row['name']} {row['new']}: {' '.join(row['error'].split())[:200]}")
