# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources of others: how they are fetched, configured and built, whatever they are."""
import glob
import os
import re
import shutil
import subprocess
import sys

# What tells a build system: its commands to configure, to build, to undo that, and to test.
SYSTEMS = (
    ("configure", "./configure", "make", "make clean", "make check"),
    ("configure.ac", "autoreconf -fi && ./configure", "make", "make clean", "make check"),
    ("Makefile", ":", 'make CC="$CC" CFLAGS="$CFLAGS"', "make clean", "make test"),
    ("CMakeLists.txt", 'cmake -DCMAKE_BUILD_TYPE= -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS" -B b',
     "make -C b", "make -C b clean", "cd b && ctest"),
    ("meson.build", "meson setup --buildtype=plain b", "ninja -C b -j1", "ninja -C b -t clean", "meson test -C b"),
)

# Stands for gcc, and notes the time of each call, so that what else a build does is not counted; and, where BENCH_CALLS is
# set, the calls: number of arguments, directory, arguments, each with a zero byte behind.
COMPILER = """#!/bin/sh
[ -z "$BENCH_CALLS" ] || printf '%s\\0' "$#" "$PWD" "$@" >>"$BENCH_CALLS"
"$BENCH_GCC" "$@"
status=$?
times >>"$BENCH_TIMES"
exit $status
"""


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        sys.exit(f"bench: {command} failed:\n{done.stdout[-2000:]}")


def fetch(name, directory):
    """Puts the source NAME below the new DIRECTORY and returns where it is."""
    os.makedirs(directory)
    if os.path.isdir(name):
        return shutil.copytree(name, os.path.join(directory, os.path.basename(os.path.realpath(name))), symlinks=True)
    if name.endswith(".dsc"):
        run(["dpkg-source", "--no-check", "-x", os.path.realpath(name), os.path.join(directory, "source")])
        return os.path.join(directory, "source")
    run(["apt-get", "source", "-qq", name], cwd=directory)
    return next(e.path for e in os.scandir(directory) if e.is_dir())


def find_system(directory):
    """The build system of the topmost directory that has one."""
    for pattern in ("", "*/"):
        for file, *commands in SYSTEMS:
            found = sorted(glob.glob(os.path.join(glob.escape(directory), pattern + file)))
            if found:
                return os.path.dirname(found[0]), commands
    sys.exit(f"bench: no build system is known in {directory}")


class Tree:
    """A copy of a source, configured for gcc with FLAGS.  BELOW: the directory in it where that is done; None: found."""

    def __init__(self, name, side, flags, configure, make, below=None):
        self.name = os.path.basename(name.rstrip("/")).split("_")[0]
        self.directory = fetch(name, os.path.join(side, self.name))
        compiler = os.path.join(side, "cc")
        with open(compiler, "w") as file:
            file.write(COMPILER)
        os.chmod(compiler, 0o755)
        self.times = os.path.join(side, "times")
        self.environ = dict(os.environ, CC=compiler, CFLAGS=flags, BENCH_TIMES=self.times,
                            BENCH_GCC=os.environ.get("CC", "gcc"))
        self.make, self.clean = make, "make clean"
        self.directory = os.path.join(self.directory, below or "")
        if not make:
            self.directory, (system_configure, self.make, self.clean, _) = find_system(self.directory)
            configure = configure or system_configure
        self._sh(configure or ":")

    def _sh(self, command):
        run(["sh", "-c", command], cwd=self.directory, env=self.environ)

    def build(self):
        """What has changed."""
        self._sh(self.make)

    def compile_seconds(self):
        """Builds anew; processor time of the compiler."""
        self._sh(self.clean)
        open(self.times, "w").close()
        self._sh(self.make)
        with open(self.times) as file:
            children = file.read().splitlines()[1::2]
        return sum(float(m) * 60 + float(s) for line in children for m, s in re.findall(r"(\d+)m([\d.]+)s", line))

    def _objects(self):
        return glob.glob(os.path.join(glob.escape(self.directory), "**/*.o"), recursive=True)

    def object_bytes(self):
        """Of all objects without debug information, which they lose."""
        objects = self._objects()
        run(["strip", "--strip-debug", *objects])
        return sum(map(os.path.getsize, objects))

    def text_bytes(self):
        """Of all objects."""
        lines = subprocess.run(["size", *self._objects()], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        return sum(int(line.split()[0]) for line in lines[1:])


def write_input(path, size):
    """Words in an order that repeats late: neither noise nor one pattern."""
    words = [f"{i * 2654435761 % 1000003:x}" for i in range(3000)]
    state, length = 1, 0
    with open(path, "w") as file:
        while length < size:
            state = state * 1103515245 + 12345 & 0x7fffffff
            length += file.write(words[(state >> 8) * (state >> 20) % len(words)] + " \n"[state >> 12 & 7 == 0])
