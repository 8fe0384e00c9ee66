# SPDX-License-Identifier: GPL-3.0-or-later
"""remt gen --function on the functions of testsuite/atg/subjects: the D-algorithm alone, with each of its improvements,
with all of them, and the whole system (tables 3.1 and 4.1 to 4.5 of Zhang, "Automatic Test Generation System for
Software", 2021). One row for each function; of each setting the tests that were found, as a share of the mutants that
are not known to have none, in percent, and milliseconds of processors, native runs included, for all mutants. No mutant is dropped.

    functions.py REMT SUBJECTS [NAME...]
"""
import os
import re
import subprocess
import sys
import tempfile

SETTINGS = [("D alone", ["--methods=d", "--improvements=none"])]
SETTINGS += [("+" + name, ["--methods=d", "--improvements=" + name])
             for name in ("potential", "assist", "possible", "pairs", "history")]
SETTINGS += [("D", ["--methods=d"]), ("global", ["--methods=global"]),
             ("both", ["--methods=d,global"]), ("whole", [])]
SUM = re.compile(r"\(\): (\d+) mutants, (\d+) killed by \d+ tests \(\d+ found by chance, (\d+) by the D-algorithm\), (\d+) "
                 r"without a test, (\d+) as far as C defines it, \d+ that depend on values that nobody has set, (\d+) unknown; "
                 r"(\d+) ms")


def build(remt, source, directory):
    """Compiles SOURCE with all that remt gen --function needs."""
    program = os.path.join(directory, os.path.splitext(os.path.basename(source))[0])
    flags = subprocess.run([remt, "cflags"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    subprocess.run(["gcc", "-g", "-w", *flags, "-fplugin-arg-remt-ir", "-o", program, source], check=True)
    return program


def measure(remt, program, options):
    """Returns the numbers of the last line that remt gen prints."""
    name = os.path.basename(program)
    command = [remt, "gen", "--function=" + name, "--all-mutants", "--bytes=5", "--no-drop", *options, program]
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    return [int(number) for number in SUM.search(out.rsplit("\n", 2)[-2]).groups()]


def main():
    remt, subjects, *names = sys.argv[1:]
    names = names or sorted(name[:-2] for name in os.listdir(subjects) if name.endswith(".c"))
    print("| function | mutants | no test | " + " | ".join(name for name, _ in SETTINGS) + " |")
    print("|---" * (len(SETTINGS) + 3) + "|")
    with tempfile.TemporaryDirectory() as directory:
        for name in names:
            program = build(remt, os.path.join(subjects, name + ".c"), directory)
            found = [measure(remt, program, options) for _, options in SETTINGS]
            none = max(row[3] for row in found)
            cells = [f"{100 * row[1] / max(1, row[0] - none):.0f} %, {row[6]} ms" for row in found]
            print(f"| {name} | {found[0][0]} | {none} | " + " | ".join(cells) + " |", flush=True)


main()
