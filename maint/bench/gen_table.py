# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of remt gen, as a table for doc/MEASURED.md."""
import statistics

from reuse_table import table

COLUMNS = ("pair", "options", "inputs", "paths", "equal pairs", "different", "unknown", "differences", "first, s", "first, CPU s", "time, s",
           "CPU, s", "all is known", "what is not", "commands that differ", "of these lengths", "the list and gen")
MEDIANS = (("first, s", "first"), ("first, CPU s", "first cpu"), ("time, s", "wall"), ("CPU, s", "cpu"), ("inputs", "inputs"))
SHOWN = 3  # commands that contradict


def number(value):
    return "–" if value is None else f"{value:.2f}"


def verdict(row):
    """What the list of commands says of what gen found."""
    if "commands" not in row:
        return "–"
    if row["contradicted"]:
        return "contradiction"
    if row["missed within"]:
        return "missed"
    if row["missed"]:
        return "missed, other lengths"
    if row["differences"]:
        return "both differ" if row["shown"] else "gen alone"
    return "none differs"


def known(row):
    lengths = row["lengths"]
    return "yes" if row["certain"] else f"{lengths['certain']} of {lengths['tried']} lengths"


def cells(row):
    pairs = row["pairs"]
    shown = (f"{row['shown']} of {row['commands']}", row["shown within"]) if "commands" in row else ("–", "–")
    return (row["name"], f"`{row['options']}`" if row["options"] else "–", row["inputs"], "/".join(map(str, row["paths"])), pairs["equal"],
            pairs["different"], pairs["unknown"], row["differences"], number(row["first"]), number(row["first cpu"]), number(row["wall"]),
            number(row["cpu"]), known(row), ", ".join(row["unknown"]) or "–", *shown, verdict(row))


def sentence(row):
    """For the one who waits."""
    head = f"{row['name']} {row['options']}".strip() + ": "
    if "error" in row:
        return head + row["error"].strip()[-600:]
    return (head + f"{row['inputs']} inputs, {row['differences']} differences, the first after {number(row['first'])} s, "
            f"{number(row['wall'])} s in all; all is known: {known(row)}; {verdict(row)}")


def show_medians(rows, options):
    rows = [row for row in rows if row["options"] == options]
    words = []
    for what, key in MEDIANS:
        values = [row[key] for row in rows if row[key] is not None]
        if values:
            words.append(f"{what} {statistics.median(values):.2f} of {len(values)}")
    found = sum(bool(row["differences"]) for row in rows)
    print(f"medians, {options or 'no options'}: {', '.join(words)}; differences in {found} of {len(rows)}, all is known of "
          f"{sum(row['certain'] for row in rows)}")
    changes = [row["changes"] for row in rows if "changes" in row]
    if changes:
        cpu, inputs = (statistics.mean(row[key] for row in rows) for key in ("cpu", "inputs"))
        print(f"means, {options or 'no options'}: semantic changes {statistics.mean(changes):.2f} of {len(changes)}, inputs {inputs:.1f}, CPU {cpu:.2f} s")
    judged = [verdict(row) for row in rows if "commands" in row]
    if judged:
        print(f"the lists of commands, {options or 'no options'}: " +
              ", ".join(f"{text} {judged.count(text)}" for text in dict.fromkeys(judged)))


def show(rows):
    """ROWS: as gen.py finds them."""
    done = [row for row in rows if "error" not in row]
    if done:
        table(COLUMNS, map(cells, done))
    for options in dict.fromkeys(row["options"] for row in done):
        show_medians(done, options)
    for row in done:
        for line in row.get("contradicted", [])[:SHOWN]:
            print(f"contradiction: {row['name']} {row['options']}: all inputs of these lengths do the same, but not: {line}")
    for row in rows:
        if "error" in row:
            print(f"not measured: {row['name']} {row['options']}: {' '.join(row['error'].split())[:300]}")
