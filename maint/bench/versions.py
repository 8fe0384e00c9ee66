# SPDX-License-Identifier: GPL-3.0-or-later
"""Sequences of versions of one program: patches of a Debian source package, commits, or sources one after the other."""
import glob
import os
import shutil
import subprocess

CODE = (".c", ".h", ".y", ".l", ".in", ".inc", ".def", ".re", ".rl")


class VersionError(Exception):
    """There is no such version."""


def output(command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **options)
    if done.returncode:
        raise VersionError(f"{command} failed: {done.stdout[-500:]}")
    return done.stdout


class Version:
    """LABEL names it; PUT(directory) writes it into a directory that is not there yet."""

    def __init__(self, label, put):
        self.label, self.put = label, put


def _description(name, directory):
    """The .dsc file of the Debian source package NAME, fetched into DIRECTORY if it is none yet."""
    if name.endswith(".dsc"):
        return os.path.realpath(name)
    os.makedirs(directory, exist_ok=True)
    output(["apt-get", "source", "-qq", "--download-only", name], cwd=directory)
    return max(glob.glob(os.path.join(glob.escape(directory), "*.dsc")), key=os.path.getmtime)


def _unpack(description, directory, *options):
    output(["dpkg-source", "--no-check", *options, "-x", description, directory])


def _changes_code(patch):
    with open(patch, encoding="utf-8", errors="replace") as file:
        return any(line.split()[1].endswith(CODE) for line in file if line.startswith("+++ ") and len(line.split()) > 1)


def of_patches(name, scratch):
    """Upstream, and each of the package's patches more; those that change no code come with the next one that does."""
    description = _description(name, os.path.join(scratch, "package"))
    patches = os.path.join(scratch, "patches")
    shutil.rmtree(patches, ignore_errors=True)
    _unpack(description, patches, "--skip-patches")
    folder = os.path.join(patches, "debian/patches")
    series = []
    if os.path.exists(os.path.join(folder, "series")):
        with open(os.path.join(folder, "series"), encoding="utf-8") as file:
            series = [words[0] for words in map(str.split, file) if words and not words[0].startswith("#")]

    def put(directory, count):
        _unpack(description, directory, "--skip-patches")
        for patch in series[:count]:
            output(["patch", "-p1", "-s", "-f", "-i", os.path.join(folder, patch)], cwd=directory)

    counts = [0] + [i + 1 for i, patch in enumerate(series) if _changes_code(os.path.join(folder, patch))]
    return [Version(series[n - 1] if n else "upstream", lambda directory, n=n: put(directory, n)) for n in counts]


def is_repository(name):
    return os.path.isdir(os.path.join(name, ".git")) or all(
        os.path.isdir(os.path.join(name, part)) for part in ("objects", "refs"))


def of_commits(name, commits, most, paths):
    """The commits of the range COMMITS that change code below PATHS, at most the last MOST and the one before them."""
    git = ["git", "-C", name]
    paths = paths.split() if paths else ["*" + suffix for suffix in CODE]
    listed = output(git + ["rev-list", "--first-parent", commits, "--", *paths]).split()
    listed = listed[:most + 1] if most else listed

    def put(directory, commit):
        os.makedirs(directory)
        with subprocess.Popen(git + ["archive", commit], stdout=subprocess.PIPE) as archive:
            output_tar = subprocess.run(["tar", "-x", "-C", directory], stdin=archive.stdout, check=False)
        if archive.returncode or output_tar.returncode:
            raise VersionError(f"{commit} can't be unpacked")

    return [Version(commit[:12], lambda directory, commit=commit: put(directory, commit)) for commit in reversed(listed)]


def _of_source(name, scratch):
    """One version: a directory, a .dsc file, a tarball, or PACKAGE[=VERSION] by apt-get."""

    def put(directory):
        if os.path.isdir(name):
            shutil.copytree(name, directory, symlinks=True)
        elif os.path.isfile(name) and not name.endswith(".dsc"):
            os.makedirs(directory)
            output(["tar", "-x", "--strip-components=1", "-C", directory, "-f", os.path.realpath(name)])
        else:
            _unpack(_description(name, os.path.join(scratch, name)), directory)

    return Version(os.path.basename(name.rstrip("/")), put)


def find(words, scratch):
    """What WORDS, as read_sequences() returns them, mean."""
    name = words["source"]
    if "next" in words:
        return [_of_source(source, scratch) for source in (name, *words["next"])]
    if is_repository(name):
        return of_commits(name, words.get("range", "HEAD"), int(words.get("most", 0)), words.get("paths"))
    return of_patches(name, scratch)


def find_one(words, scratch):
    """The one version that WORDS mean: the last commit of a repository, or a source as it is."""
    if is_repository(words["source"]):
        return of_commits(words["source"], words.get("range", "HEAD"), 1, words.get("paths"))[-1]
    return _of_source(words["source"], scratch)
