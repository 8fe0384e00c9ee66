#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries mutants on all inputs: reads lines of `remt gen --function` of functions of two characters.

try_all.py CC SOURCE FUNCTION SITES OUTPUT: of each mutant in OUTPUT that is said to have no test, the source is edited,
and both versions are run on all 65536 inputs. Prints how many were tried; fails if one differs.
SITES is what `remt dump` says: it has the ranges that replacements stand for.
"""
import re
import subprocess
import sys


def edit(text, row):
    """Puts the replacement of ROW into TEXT."""
    lines = text.split("\n")
    first, last = row["line"] - 1, row["end_line"] - 1
    head = lines[first][: row["column"] - 1]
    tail = lines[last][row["end_column"] - 1 :]
    lines[first : last + 1] = [head + row["replacement"] + tail]
    return "\n".join(lines)


def read_sites(path):
    """Returns a list of mutants with their ranges, by line, column, operator and replacement."""
    sites = {}
    form = re.compile(r"^\S+?:(\d+):(\d+)-(\d+):(\d+): (\S+) '(.*)' [a-z].*$")
    for text in open(path, encoding="utf-8"):
        found = form.match(text)
        if found:
            line, column, end_line, end_column = map(int, found.groups()[:4])
            sites[(line, column, found[5], found[6])] = {
                "line": line, "column": column, "end_line": end_line,
                "end_column": end_column, "replacement": found[6],
            }
    return sites


def main():
    compiler, source, function, sites_path, output = sys.argv[1:]
    text = open(source, encoding="utf-8").read()
    sites = read_sites(sites_path)
    form = re.compile(r"^\S+?:(\d+):(\d+) (\S+) '(.*)' \[[0-9a-f]+\]: no test within the bounds(.*)$")
    tried = 0
    for line in open(output, encoding="utf-8"):
        found = form.match(line)
        if not found or found[5]:
            continue
        row = sites[(int(found[1]), int(found[2]), found[3], found[4])]
        edited = edit(text, row)
        with open("both.c", "w", encoding="utf-8") as out:
            out.write(text.replace("int main", "int main_of_original"))
            out.write("\n" + re.sub(r"\b(%s|main|names|larger|pair|branches|rounds|table|calls|choices)\b" % function,
                                    r"mutant_\1", edited))
            out.write("""
#include <stdio.h>
int main(void)
{
	for (int a = 0; a < 256; a++) {
		for (int b = 0; b < 256; b++) {
			int x = %s((unsigned char)a, (signed char)b), y = mutant_%s((unsigned char)a, (signed char)b);
			if (x != y)
				return printf("%%d %%d: %%d %%d\\n", a, b, x, y) < 0 ? 2 : 1;
		}
	}
	return 0;
}
""" % (function, function))
        subprocess.run([compiler, "-w", "-O1", "-fwrapv", "-o", "both", "both.c"], check=True)
        ran = subprocess.run(["timeout", "60", "./both"], stdout=subprocess.PIPE, check=False)
        if ran.returncode:
            print("differs:", line.strip(), ran.stdout.decode())
            sys.exit(1)
        tried += 1
    print(tried)


main()
