#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which operators of the source became sites, with the exact place?

	census.py [--remt=remt] [--misses=FILE] --objects OBJECT... --sources SOURCE... [-- FLAGS...]

OBJECTS were built with the plugin from SOURCES; FLAGS are the preprocessor
flags that clang needs to read them (-I, -D).  Prints a table by operator kind;
--misses lists the operators that are no sites, with their source lines, by
cause.  --identical OBJECT... (the same sources built with other flags, in the
same or another directory) also checks that both builds have the same mutants.

Needs Debian's python3-clang-14.
"""
import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
import tokens


class Tables:
    """What `remt dump --json` says of some objects, by place."""

    def __init__(self, remt, objects):
        text = subprocess.run([remt, "dump", "--json", *objects], check=True, stdout=subprocess.PIPE).stdout
        self.operators = defaultdict(set)  # place → source tokens that are replaced there
        self.lines = defaultdict(Counter)  # file, line → source tokens
        self.skips = {}  # place → reason
        self.functions = defaultdict(int)  # file, name → mutants
        self.mutants = set()
        for table in json.loads(text)["tables"]:
            self._read(table)

    def _read(self, table):
        files = [os.path.realpath(os.path.join(table["comp_dir"], f["path"])) for f in table["files"]]
        for skip in table["skips"]:
            self.skips.setdefault((files[skip["file"]], skip["line"], skip["column"]), skip["reason"])
        for mutant in table["mutants"]:
            site = table["sites"][mutant["site"]]
            file = files[site["file"]]
            name, token = (mutant["op"].split(":") + [""])[:2]
            for r in (site["range"], mutant["range"]):
                self.operators[(file, r["line"], r["column"])].add((name, token))
            self.lines[(file, site["range"]["line"])][token] += 1
            self.functions[(file, table["functions"][site["function"]]["name"])] += 1
            r = mutant["range"]
            path = os.path.relpath(file, os.path.realpath(table["comp_dir"]))
            self.mutants.add((path, mutant["op"], r["line"], r["column"], r["end_line"], r["end_column"],
                              mutant["replacement"]))


def find_operators(sources, flags, root):
    def is_wanted(name):
        return os.path.realpath(name).startswith(root + os.sep)

    found = {}
    for source in sources:
        unit = tokens.Unit(source, flags, is_wanted)
        for error in unit.errors:
            print(f"census: {source}: {error}", file=sys.stderr)
        for (name, offset), operator in unit.found.items():
            real = os.path.realpath(name)
            found[(real, offset)] = operator._replace(file=real)
    return sorted(found.values())


def is_site(tables, operator):
    return any(token == operator.token for _, token in
               tables.operators.get((operator.file, operator.line, operator.column), ()))


def cause(tables, operator):
    place = (operator.file, operator.line, operator.column)
    if place in tables.skips:
        return f"skipped by the plugin: {tables.skips[place]}"
    if operator.constant == "all":
        return "all operands are constants"
    if not tables.functions.get((operator.file, operator.function)):
        return "function without any site"
    if tables.operators.get(place):
        return "a site is there, without this operator"
    if tables.lines[(operator.file, operator.line)][operator.token]:
        return "the line has a site of this operator at another column"
    if operator.place:
        return "in the argument of a macro"
    return "nothing there" + (", one operand is constant" if operator.constant else "")


def share(part, whole):
    return f"{100 * part / whole:6.2f} %" if whole else "     - "


def print_table(operators, missed):
    total, lost, constant = Counter(), Counter(), Counter()
    for operator in operators:
        total[operator.kind] += 1
    for operator in missed:
        lost[operator.kind] += 1
        constant[operator.kind] += operator.constant == "all"
    print(f"{'kind':6} {'tokens':>7} {'sites':>7} {'share':>8}  without constant expressions")
    for kind in [*tokens.KINDS, "all"]:
        n = sum(total.values()) if kind == "all" else total[kind]
        m = sum(lost.values()) if kind == "all" else lost[kind]
        c = sum(constant.values()) if kind == "all" else constant[kind]
        print(f"{kind:6} {n:7} {n - m:7} {share(n - m, n)}  {share(n - m, n - c)}")


def print_misses(out, tables, missed, root):
    groups = defaultdict(list)
    for operator in missed:
        groups[cause(tables, operator)].append(operator)
    texts = {}
    for name, group in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"== {name}: {len(group)}", file=out)
        for operator in sorted(group, key=lambda o: (o.kind, o.token, o.file, o.line)):
            if operator.file not in texts:
                texts[operator.file] = open(operator.file, encoding="latin-1").read().split("\n")
            line = texts[operator.file][operator.line - 1]
            where = f"{os.path.relpath(operator.file, root)}:{operator.line}:{operator.column}"
            print(f"{where}: {operator.kind} {operator.token}  {operator.function}(): {line.strip()}", file=out)
        print(file=out)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--remt", default="remt")
    parser.add_argument("--misses")
    parser.add_argument("--objects", nargs="+", required=True)
    parser.add_argument("--sources", nargs="+", required=True)
    parser.add_argument("--identical", nargs="+")
    parser.add_argument("--root", default=".", help="only files below it count")
    words, flags = sys.argv[1:], []
    if "--" in words:
        words, flags = words[: words.index("--")], words[words.index("--") + 1:]
    args = parser.parse_args(words)
    root = os.path.realpath(args.root)

    tables = Tables(args.remt, args.objects)
    operators = find_operators(args.sources, flags, root)
    missed = [o for o in operators if not is_site(tables, o)]
    print_table(operators, missed)
    if args.misses:
        with open(args.misses, "w", encoding="latin-1") as out:
            print_misses(out, tables, missed, root)
    if args.identical:
        other = Tables(args.remt, args.identical)
        print(f"mutants: {len(tables.mutants)}, of the other build {len(other.mutants)}, "
              f"in both {len(tables.mutants & other.mutants)}")
        for mutant in sorted(tables.mutants ^ other.mutants)[:20]:
            print("only in one:", *mutant)


if __name__ == "__main__":
    main()
