# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants of a finished program as `remt iso` runs them, with the ways of conditional jumps traced in memory, against plain
executions of the copies that `remt patch` makes: how they end, and what they print."""
import collections
import os
import random
import re
import subprocess
import tempfile

import binaries
import reuse

KEYS = ("name", "tests", "most", "pairs")
LINE = re.compile(r"(\S+)((?: [0-9a-f]{12,16})+): (exit status (\d+))?")
ID_DIGITS = 12
WRAPPERS = (("setarch", "-R"), (), ())  # of plain executions that must do the same: at any addresses
LARGEST_OUTPUT = 1 << 20  # of which a variant keeps all


def run_variants(build, words, outputs):
    """{(test, ids): (status or None, standard output)}; OUTPUTS is a directory for the latter."""
    command = [os.path.join(build, "testsuite/runner/variants"), "-r", os.path.join(build, "runtime/libremt-rt.so"), "-j2",
               "-b", os.path.realpath(words["source"]), "-w", outputs, *(["-p"] if "pairs" in words else []),
               words["directory"], os.path.abspath(words["tests"])]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = {}
    for test, ids, _, status in (match.groups() for match in map(LINE.match, text.splitlines()) if match):
        ids = tuple(id[:ID_DIGITS] for id in ids.split())
        printed = os.path.join(outputs, "-".join([test, *ids]))
        found[test, ids] = int(status) if status else None, read(printed) if os.path.exists(printed) else b""
    return found


def read(path):
    with open(path, "rb") as file:
        return file.read()


def do_plainly(plain, command, copy, scratch):
    """Status and output, if several executions agree; else None."""
    found = set()
    output = os.path.join(scratch, "output")
    for wrapper in WRAPPERS:
        verdict, _ = plain.execute(command, copy, binaries.LEAST_SECONDS, output, wrapper)
        found.add((plain.status, read(output)))
        if verdict in ("timeout", "memory") or len(found) > 1:
            return None
    return found.pop()


def compare_one(build, words, scratch):
    copy = os.path.join(scratch, "copy")
    commands = dict(line.split(": ", 1) for line in binaries.read_tests(words["tests"]))
    plain = binaries.Plain(words["directory"], words["program"], scratch)
    variants, again = (run_variants(build, words, tempfile.mkdtemp(dir=scratch)) for _ in range(2))
    counts = collections.Counter(variants=len(variants))
    for test, ids in random.Random(binaries.SEED).sample(sorted(variants), int(words.get("most", len(variants)))):
        status, text = variants[test, ids]
        subprocess.run([os.path.join(build, "remt"), "patch", *("--mutate=" + id for id in ids), "-o", copy, words["source"]],
                       check=True, stdout=subprocess.DEVNULL)
        is_steady = status is not None and again.get((test, ids)) == (status, text)
        found = do_plainly(plain, commands[test], copy, scratch) if is_steady else None
        if found is None or len(found[1]) > LARGEST_OUTPUT:
            counts["not compared"] += 1
            continue
        counts["compared"] += 1
        if (status, text) != (found[0], found[1].replace(b"\0", b"\\0")):
            counts["unequal"] += 1
            print(f"  {test}, {' '.join(ids)}: exit status {status}, {len(text)} bytes in memory, "
                  f"{found[0]}, {len(found[1])} bytes on the disk", flush=True)
    return counts


def compare(options):
    kinds = ("variants", "compared", "not compared", "unequal")
    print("| program | " + " | ".join(kinds) + " |")
    print("|---" * (1 + len(kinds)) + "|", flush=True)
    for words in reuse.read_sequences(options.words, KEYS):
        words["source"] = os.path.abspath(words["source"])
        words["directory"], words["program"] = os.path.split(words["source"])
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            counts = compare_one(options.build, words, scratch)
        print(f"| {words['name']} | " + " | ".join(str(counts[kind]) for kind in kinds) + " |", flush=True)
