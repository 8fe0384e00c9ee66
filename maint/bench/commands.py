# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of commands, as `remt gen --seeds` has them, and what programs do with them."""
import hashlib
import os
import resource
import select
import shlex
import shutil
import subprocess
import sys
import tempfile

MAX_FILE = 16 << 20  # bytes that a run may print or write
CPU_SECONDS = 10     # of a run; what takes longer is late
FILES_EACH = 100     # that are looked at after a command, on an average
PIECE = 1 << 20
LATE = "late"


class ListError(Exception):
    pass


def find_redirection(line):
    """The place of the first < of LINE that stands in no quotes; -1: there is none."""
    quote, i = "", 0
    while i < len(line):
        if line[i] == "\\" and quote != "'":
            i += 1
        elif quote:
            quote = "" if line[i] == quote else quote
        elif line[i] in "'\"":
            quote = line[i]
        elif line[i] == "<":
            return i
        i += 1
    return -1


class Command:
    """A line of a list: its arguments, and the file that is its standard input, or None.  Quotes and backslashes are read as by a
    shell; nothing is expanded."""

    def __init__(self, line, arguments, stdin=None):
        self.line, self.arguments, self.stdin = line, arguments, stdin

    @classmethod
    def read(cls, line):
        at = find_redirection(line)
        try:
            arguments = shlex.split(line[:at] if at >= 0 else line)
            stdin = shlex.split(line[at + 1:]) if at >= 0 else []
        except ValueError as error:
            raise ListError(f"{error}: {line}") from error
        if at >= 0 and len(stdin) != 1:
            raise ListError(f"no name of a file behind <: {line}")
        return cls(line, arguments, stdin[0] if stdin else None)

    def lengths(self, directory):
        """Of its arguments, and of its standard input."""
        size = os.path.getsize(os.path.join(directory, self.stdin)) if self.stdin else 0
        return tuple(len(os.fsencode(argument)) for argument in self.arguments), size


def read_list(path):
    """The commands of the file PATH.  Bytes that are no UTF-8 stay as they are."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.rstrip("\n") for line in file]
    return [Command.read(line) for line in lines if line.strip() and not line.startswith("#")]


def _limit(pid, cpu_seconds):
    """Limits a process that runs already: to do so before would make a copy of this one for each run."""
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
    resource.prlimit(pid, resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))


def _end(process, cpu_seconds):
    """How the process ends, as soon as it does; it is killed if it waits for ever."""
    end = os.pidfd_open(process.pid)
    has_ended = select.select([end], [], [], 20 * cpu_seconds)[0]
    os.close(end)
    if has_ended:
        return process.wait()
    process.kill()
    process.wait()
    return LATE


class Outcome:
    """What a run did: how it ended, as subprocess has it, or LATE; hashes of what it printed; time of processors."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    def same(self, other):
        return (self.status, self.out, self.err) == (other.status, other.out, other.err)

    def parts(self, other):
        """The names of what is not the same."""
        return [what for what in ("status", "out", "err") if getattr(self, what) != getattr(other, what)]


def _hash(file):
    """Of what the file has; it is empty then."""
    file.seek(0)
    found = hashlib.sha256()
    while piece := file.read(PIECE):
        found.update(piece)
    file.seek(0)
    file.truncate()
    return found.hexdigest()


class Place:
    """A copy of a directory, where programs run one after the other; what they write stays."""

    def __init__(self, directory, scratch, name):
        self.directory = os.path.join(scratch, name)
        shutil.copytree(directory, self.directory, symlinks=True)
        self.files = [tempfile.TemporaryFile(dir=scratch) for _ in range(2)]  # pylint: disable=consider-using-with
        self.seen = self.list()

    def close(self):
        for file in self.files:
            file.close()
        shutil.rmtree(self.directory)

    def run(self, program, name, command, environment=None, cpu_seconds=CPU_SECONDS):
        """The outcome of PROGRAM, whose argv[0] is NAME, with COMMAND."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(os.path.join(self.directory, command.stdin) if command.stdin else os.devnull, "rb") as stdin, \
                subprocess.Popen([name, *command.arguments], executable=program, stdin=stdin, stdout=self.files[0],
                                 stderr=self.files[1], cwd=self.directory, env=environment) as process:
            _limit(process.pid, cpu_seconds)
            status = _end(process, cpu_seconds)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)  # of this run alone: nothing else is waited for
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        if seconds >= cpu_seconds:
            status = LATE
        return Outcome(status, *map(_hash, self.files), seconds)

    def list(self):
        """{name: what tells whether it was written} of all files."""
        found = {}
        for at, directories, files in os.walk(self.directory):
            for name in directories + files:
                path = os.path.join(at, name)
                status = os.lstat(path)
                is_directory = name in directories
                found[os.path.relpath(path, self.directory)] = (status.st_mode, 0 if is_directory else status.st_size,
                                                                0 if is_directory else status.st_mtime_ns)
        return found

    def written(self):
        """{name: content} of what was written or removed since the last look; None: it is gone."""
        now = self.list()
        names = [name for name in now.keys() | self.seen.keys() if now.get(name) != self.seen.get(name)]
        self.seen = now
        return {name: self._content(name, now.get(name)) for name in sorted(names)}

    def _content(self, name, known):
        path = os.path.join(self.directory, name)
        if not known or not os.path.isfile(path):
            return known and known[0]
        with open(path, "rb") as file:
            return known[0], hashlib.sha256(file.read()).hexdigest()

    def looks_each(self):
        """After how many commands to look for files, so that this takes no longer than the commands."""
        return max(1, len(self.seen) // FILES_EACH)


def read_words(path, first, keys):
    """Lines of words as a shell reads them: values of FIRST, then KEY=VALUE of KEYS, then perhaps -- ARGUMENT…; paths are
    relative to the directory of PATH.  A dictionary for each line."""
    rows = []
    with open(path, encoding="utf-8") as file:
        lines = list(file)
    for number, line in enumerate(lines, 1):
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            sys.exit(f"bench: {path}:{number}: {error}")
        if not words:
            continue
        at = words.index("--") if "--" in words else len(words)
        row = dict(zip(first, words), arguments=words[at + 1:])
        pairs = [word.partition("=") for word in words[len(first):at]]
        if at < len(first) or any(key not in keys for key, _, _ in pairs):
            sys.exit(f"bench: {path}:{number}: expected {' '.join(first)}, then words that begin with {'= '.join(keys)}=")
        row.update((key, value) for key, _, value in pairs)
        base = os.path.dirname(os.path.realpath(path))
        for key in ("old", "new", "program", "seeds", "commands", "directory", "preload"):
            if key in row:
                row[key] = os.path.join(base, row[key])
        row.setdefault("directory", base)
        rows.append(row)
    return rows
