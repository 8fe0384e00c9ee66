# SPDX-License-Identifier: GPL-3.0-or-later
"""remt gen on lists of pairs of versions, and lists of commands by which its answers are judged."""
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

import commands
import gen_table
import reuse

KEYS = ("seeds", "commands", "directory", "options")
GAPS = ("openBranches", "unknownBranches", "unsteadyInputs")
FLAGS = ("cut", "untold", "late", "memory")


class GenError(Exception):
    pass


def run_gen(remt, words, options):
    """The JSON object of remt gen, the seconds by the clock, and those of processors."""
    command = [remt, "gen", "--format=json", *options]
    command += ["--seeds=" + words["seeds"]] if "seeds" in words else []
    command += [words["old"], words["new"], *words["arguments"]]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        with subprocess.Popen(command, cwd=words["directory"], stdin=subprocess.DEVNULL, stdout=out, stderr=err) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        for file in (out, err):
            file.seek(0)
        if process.returncode:
            text = err.read().decode(errors="replace").strip()
            raise GenError(f"{shlex.join(command)} ended with {process.returncode}: {text[-600:]}")
        return json.load(out), wall, usage.ru_utime + usage.ru_stime


def unknown(gaps, counts=GAPS):
    """What keeps the search from being certain, in words."""
    words = [f"{gaps[key]} {key}" for key in counts if gaps[key]] + [key for key in FLAGS if gaps[key]]
    if gaps["concretised"]:
        words.append("concretised " + " ".join(map(str, gaps["concretisedBy"])))
    return words


def summarize(found, wall, cpu):
    """What a row keeps of the JSON object."""
    differences = found["differences"]
    first = differences[0] if differences else None
    return {"inputs": found["inputs"], "paths": found["paths"], "pairs": found["pairs"],
            "differences": len({each["group"] for each in differences}),
            "changes": len(differences), "first": first and first["milliseconds"] / 1000,
            "first cpu": first and first["processorMilliseconds"] / 1000, "search": found["milliseconds"] / 1000,
            "wall": wall, "cpu": cpu, "certain": found["certain"], "lengths": found["lengths"],
            "unknown": unknown(found["gaps"]) + [f"{found['pairs']['unknown']} pairs"] * bool(found["pairs"]["unknown"])}


class Kept:
    """Which options say that an argument is no input."""

    def __init__(self, options):
        values = [option.partition("=")[::2] for option in options]
        self.numbers = {int(value) for name, value in values if name == "--keep"}
        self.files = {value for name, value in values if name == "--file"}
        self.has_suite = any(name == "--suite" for name, _ in values)
        self.stdin = next((value for name, value in values if name == "--stdin"), None)

    def shape(self, command, directory):
        """What a command has in common with those that are explored with it."""
        kept = tuple((number, argument) for number, argument in enumerate(command.arguments, 1)
                     if number in self.numbers or argument in self.files)
        return command.lengths(directory), kept


def find_seeds(words, kept):
    """The commands that remt gen begins with."""
    seeds = commands.read_list(words["seeds"]) if "seeds" in words else []
    if words["arguments"] or kept.stdin or not seeds:
        seeds.append(commands.Command("", words["arguments"], kept.stdin))
    return seeds


class Judge:
    """Runs both versions with the commands of a list, and knows on which they differ."""

    def __init__(self, scratch):
        self.scratch, self.known = scratch, {}

    def _outcomes(self, words, program, name):
        """Of all commands.  Those of an old version that many pairs have are kept."""
        key = os.path.realpath(program), name, words["commands"], words["directory"]
        if key not in self.known:
            place = commands.Place(words["directory"], self.scratch, "judge")
            try:
                self.known[key] = [place.run(program, name, command) for command in commands.read_list(words["commands"])]
            finally:
                place.close()
        return self.known[key]

    def differing(self, words):
        """The commands on which the versions differ each time, how many there are, and how many are late in one of them."""
        name = os.path.basename(words["new"])
        listed = commands.read_list(words["commands"])
        old, new = (self._outcomes(words, words[side], name) for side in ("old", "new"))
        parted = [command for command, *sides in zip(listed, old, new) if not sides[0].same(sides[1])]
        late = sum(commands.LATE in (a.status, b.status) for a, b in zip(old, new))
        if not parted:
            return [], len(listed), late
        place = commands.Place(words["directory"], self.scratch, "again")
        try:
            again = [[place.run(words[side], name, command) for side in ("old", "new")] for command in parted]
        finally:
            place.close()
        known = {id(command): sides for command, *sides in zip(listed, old, new)}
        steady = [command for command, sides in zip(parted, again) if all(map(commands.Outcome.same, sides, known[id(command)]))]
        return steady, len(listed), late


def judge(row, words, options, judged):
    """Adds what the commands of the list show; `contradicted` has those on which gen said that there is no difference."""
    differing, number, late = judged
    kept = Kept(options)
    shapes = {kept.shape(seed, words["directory"]) for seed in find_seeds(words, kept)} if not kept.has_suite else set()
    within = [command for command in differing if kept.shape(command, words["directory"]) in shapes]
    claims = row["certain"] and not row["differences"]
    row.update({"commands": number, "shown": len(differing), "shown within": len(within), "late commands": late,
                "missed": bool(differing) and not row["differences"], "missed within": bool(within) and not row["differences"],
                "contradicted": [command.line for command in within] if claims else []})


def measure_one(options, words, chosen, judges):
    all_options = [*shlex.split(chosen), *shlex.split(words.get("options", ""))]
    row = summarize(*run_gen(os.path.join(options.build, "remt"), words, all_options))
    if "commands" in words:
        judge(row, words, all_options, judges.differing(words))
    return row


def measure(options, scratch):
    """Each pair with each set of options, in turn; the exit status tells of contradictions."""
    results, judges = reuse.Results(options.results), Judge(scratch)
    pairs = [words for path in options.lists for words in commands.read_words(path, ("name", "old", "new"), KEYS)]
    for number in range(1, options.times + 1):
        for words in pairs:
            for chosen in options.sets or [""]:
                row = {"name": words["name"], "options": chosen, "number": number}
                if results.has(**row):
                    continue
                try:
                    row.update(measure_one(options, words, chosen, judges))
                except (GenError, commands.ListError, OSError) as error:
                    row["error"] = str(error)
                results.add(row)
                print(gen_table.sentence(row), file=sys.stderr, flush=True)
    gen_table.show(results.rows)
    if any(row.get("contradicted") for row in results.rows):
        sys.exit(1)
