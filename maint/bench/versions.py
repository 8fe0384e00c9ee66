# SPDX-License-Identifier: GPL-3.0-or-later
"""Sequences of versions of one program: patches of a Debian source package, commits, or sources one after the other."""
import glob
import os
import shutil
import subprocess
import tempfile

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


def _of_commit(name, commit):
    def put(directory):
        os.makedirs(directory)
        with subprocess.Popen(["git", "-C", name, "archive", commit], stdout=subprocess.PIPE) as archive:
            output_tar = subprocess.run(["tar", "-x", "-C", directory], stdin=archive.stdout, check=False)
        if archive.returncode or output_tar.returncode:
            raise VersionError(f"{commit} can't be unpacked")

    return Version(commit[:12], put)


def of_commits(name, commits, most, paths):
    """The commits of the range COMMITS that change code below PATHS, at most the last MOST and the one before them."""
    paths = paths.split() if paths else ["*" + suffix for suffix in CODE]
    listed = output(["git", "-C", name, "rev-list", "--first-parent", commits, "--", *paths]).split()
    listed = listed[:most + 1] if most else listed
    return [_of_commit(name, commit) for commit in reversed(listed)]


def of_names(name, names):
    """These commits, in the order in which they are named."""
    return [_of_commit(name, output(["git", "-C", name, "rev-parse", "--verify", "-q", commit + "^{commit}"]).strip())
            for commit in names]


def with_change(name, version, commit, paths):
    """VERSION, with what the commit COMMIT of the repository NAME changes below PATHS."""
    patch = subprocess.run(["git", "-C", name, "diff", "--binary", commit + "^", commit, "--", *(paths or ".").split()],
                           stdout=subprocess.PIPE, check=False).stdout
    if not patch:
        raise VersionError(f"{commit} changes nothing below {paths or 'the top'}")

    def put(directory):
        version.put(directory)
        done = subprocess.run(["patch", "-p1", "-s", "-f", "--no-backup-if-mismatch"], cwd=directory, input=patch,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            raise VersionError(f"{commit} does not apply to {version.label}: {done.stdout.decode(errors='replace')}")

    return Version(f"{version.label} with {commit}", put)


def _replace(path, by):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)
    if os.path.isdir(by):
        shutil.copytree(by, path, symlinks=True)
    elif os.path.lexists(by):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy2(by, path, follow_symlinks=False)


def keeping(version, other, paths):
    """VERSION, with what OTHER has at PATHS."""

    def put(directory):
        version.put(directory)
        with tempfile.TemporaryDirectory(dir=os.path.dirname(directory)) as scratch:
            other.put(os.path.join(scratch, "other"))
            for path in paths.split():
                _replace(os.path.join(directory, path), os.path.join(scratch, "other", path))

    return Version(f"{version.label} keeping {paths} of {other.label}", put)


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
    if "commits" in words:
        return of_names(name, words["commits"].split())
    if is_repository(name):
        return of_commits(name, words.get("range", "HEAD"), int(words.get("most", 0)), words.get("paths"))
    return of_patches(name, scratch)


def find_one(words, scratch):
    """The one version that WORDS mean: the last commit of a repository, or a source as it is."""
    if is_repository(words["source"]):
        return of_commits(words["source"], words.get("range", "HEAD"), 1, words.get("paths"))[-1]
    return _of_source(words["source"], scratch)
