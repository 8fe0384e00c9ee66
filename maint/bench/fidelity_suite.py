# SPDX-License-Identifier: GPL-3.0-or-later
"""A test suite whose program runs by the evaluator, against the same suite with the program as compiled."""
import glob
import os
import shutil

import commands
import edges

LAUNCHER = "testsuite/explore/launch"
# Both copies have the place of the directory: what was built knows where it lies.
SCRIPT = 'mount --bind "$0" "$1" && cd "$1" && exec sh -c "$2"'


class Run:
    """The suite once, in a copy of the directory."""

    def __init__(self, subject, name, is_evaluated):
        self.subject, self.is_evaluated = subject, is_evaluated
        self.statistics = os.path.join(subject.scratch, "statistics")
        self.directory = subject.words["directory"]
        place = commands.Place(self.directory, subject.scratch, name)
        try:
            self._put_launcher(place, name)
            self.outcome = self._run(place)
            self.files = place.written()
        finally:
            place.close()
        self.edges = edges.Edges.read(subject.edges_path)

    def _put_launcher(self, place, name):
        """In the place of the program; it seems to be as old, so that nothing is built anew."""
        program = os.path.join(place.directory, os.path.relpath(os.path.realpath(self.subject.words["program"]),
                                                                os.path.realpath(self.directory)))
        real = os.path.join(self.subject.scratch, f"{name}-{os.path.basename(program)}")
        known = os.stat(program)
        shutil.move(program, real)
        shutil.copy2(os.path.join(self.subject.build, LAUNCHER), program)
        os.utime(program, ns=(known.st_atime_ns, known.st_mtime_ns))
        variables = self.subject.variables(self.is_evaluated)
        if self.is_evaluated:
            variables["REMT_EXPLORE_STATISTICS"] = self.statistics + ".%"
        with open(program + ".launch", "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in (real, *(f"{key}={value}" for key, value in variables.items()))))
        place.seen = place.list()

    def _run(self, place):
        words = ["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT, place.directory, os.path.realpath(self.directory),
                 self.subject.words["suite"]]
        found = place.run("unshare", "unshare", commands.Command(self.subject.words["suite"], words), None, self.subject.limit(self.is_evaluated))
        for path in glob.glob(self.statistics + ".*"):
            self.subject.statistics.read(path)
        return found


def compare(subject):
    """As fidelity.compare(); commands are processes of the program that told their edges, if any did, or what they did."""
    line = subject.words["suite"]
    compiled, evaluated = Run(subject, "suite", False), Run(subject, "suite", True)
    again = Run(subject, "suite", False)
    parts = compiled.outcome.parts(evaluated.outcome)
    names = compiled.files.keys() | evaluated.files.keys()
    parts += sorted(name for name in names if compiled.files.get(name) != evaluated.files.get(name))
    unsteady = {*compiled.outcome.parts(again.outcome),
                *(name for name in names if compiled.files.get(name) != again.files.get(name))}
    different = [part for part in parts if part not in unsteady]
    executed = edges.Executed()
    executed.note(line, (compiled.edges, evaluated.edges), lambda: again.edges, tries=1)
    known = subject.statistics
    return {"commands": compiled.edges.number() or len(known.statements), "late": int(compiled.outcome.status == commands.LATE),
            "unsteady": len(parts) - len(different), "equal": compiled.edges.common(evaluated.edges) or len(known.statements),
            "different": [{"command": line, "parts": different, "status": [compiled.outcome.status, evaluated.outcome.status]}] if different else [],
            "unsteadyParts": sorted(unsteady), "files": len(names), "seconds": [compiled.outcome.seconds, evaluated.outcome.seconds],
            **known.row(), **executed.row(known)}
