#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What remt costs, as medians of ratios taken side by side.

	bench.py [--build=DIR] [--rounds=N] runs
	bench.py [--build=DIR] memory [--mutants=N] [--tests=N]
	bench.py [--build=DIR] [--rounds=N] cost [--ir] [--configure=COMMAND] [--make=COMMAND] SOURCE COMMAND...
	bench.py [--build=DIR] [--rounds=N] modes [--sample=N] [--recompile=N] [--results=FILE] [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] remt [--work=DIR] [--results=FILE] [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] [--rounds=N] iso [--work=DIR] [--results=FILE] [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] replacements [--jobs=N] [--group=N] [--results=FILE] [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] negations [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] binaries [PROGRAM KEY=VALUE...]...
	bench.py [--build=DIR] [--rounds=N] binaries-speed [SOURCE KEY=VALUE...]...
	bench.py [--build=DIR] jumps [PROGRAM KEY=VALUE...]...
	bench.py [--build=DIR] gen [--set=OPTIONS...] [--times=N] [--results=FILE] LIST...
	bench.py [--build=DIR] fidelity [--paths=TIME] [--results=FILE] LIST...
	bench.py [--build=DIR] edits [--work=DIR] [--results=FILE] [--edits=N] [--first=N] [--seed=N] [--kinds=NAME,...]
		[SOURCE KEY=VALUE...]...

--build is remt's build directory (default: the working directory).

runs	executions of a mutant of a test that does nothing, by fork-server and by exec, on one processor.
memory	peak of `remt run` and `remt report` with a generated project whose every test reaches every mutant.
cost	compile time, text size, and time of an unmutated run, with the plugin against plain gcc -O2.
	SOURCE is a Debian source package, a .dsc file, or a directory, which is copied; it is built by its own
	build system, or as --configure and --make say.  COMMAND is run in the built directory, with $INPUT
	naming a large file; '' runs nothing.  Several pairs may be given.
	--ir: with the plugin and the IR against the plugin alone, and the size of objects without debug information for that of text.
modes	time that --mode=auto, split, forkserver and exec take to execute the cells of --sample mutants of each SOURCE, without
	discovery and baseline, against
	a	a plain driver (testsuite/runner/drive.c) that executes, for each mutant, the tests of the same instrumented
		build one after the other until one fails: no isolation, a limit of ten times the unmutated run;
	a'	the same with the tests that reach the mutant only;
	b	a plain build of the source with the mutant as a patch, by the same make, and the tests that reach it:
		the mean of --recompile mutants, times those that a test reaches.
	Everything runs on one processor, in turn; ratios are medians of those of the rounds.  Mutants that meet a limit, or stay
	unknown, in any of the ways, are left out of all and counted.
	distance: processor time of the execution by auto / that of what its cells execute after they were infected, with
	one fork for each (testsuite/runner/suffix.c).  By split-stream that is what the child used; "strict" takes the
	difference between the whole test and the test up to the mutant's first execution, as plain processes.
	a / limit, a' / limit: processor time of a and a' over that least one, which is measured once, after the last round.
	It holds no unmutated run, no coverage, no isolation, and of remt's own only what makes a child that was split off a
	process: it is the most that any way of executing each of these cells with one fork could reach, given that a cell which
	was not split off is infected where it executes its mutant first.  More takes fewer cells, or several with one fork.
	Where tests are short it is little but forks, and as sure as what one of them costs.
	executed cells / mutant: how many cells auto executed, which are those of the limit, for each mutant that is reached and
	was not left out; cells that the infection filter decides are not among them, but their mutants are.
	What is said of a SOURCE follows it: configure=COMMAND make=COMMAND directory=DIR (below the source, where both are done
	and the tests are run) and either tests=FILE (as for remt run --tests) or command=COMMAND, by which remt finds the tests;
	run=OPTIONS more for remt run; kind=programs (the default) or scripts, and name=TEXT, for the table.  Without
	make, source.py finds out how SOURCE is built.  --results keeps what was found in FILE, and shows what it had before, too.
replacements
	whether each mutant compiles: all of preset=NAME (all), put into the source one at a time, through plain gcc -fsyntax-only -w with the
	flags that the build of SOURCE gives to the unit, --jobs at the same time.  A mutant that several units have is parsed in one of
	them.  configure=, make=, directory= and name= are as for modes.  The status is 1 if one does not compile.
	--group: so many mutants at once (1) whose ranges do not meet, and each alone if that does not compile: a screening that takes
	a small part of the time.
	--results keeps hashes of what compiled in FILE (with texts and flags, but without the headers), and leaves out what it has.
negations
	conditional jumps of a plain build of each SOURCE, negated one by one by `remt patch`, against the same branches negated by
	the plugin (preset iso, `remt run`): the verdicts of all tests of tests=FILE.  A jump and a branch are the same if each is the
	only one of its line, and each test executes both equally often, which valgrind counts.  programs=GLOB: the executables, below directory=; level=-O0 (the default): of optimisation;
	most=N: pairs, chosen at random; configure=, make=, directory= and name= are as for modes.
binaries
	`remt run --binary=PROGRAM --full` against plain executions of the same tests with the copies that `remt patch --mutate` makes of
	it: all cells, with the kind of each verdict.  The directory of PROGRAM, which is copied for each execution, has all that the tests of
	tests=FILE need, and is where they are run; they execute this very file.  most=N: variants, chosen at random; run=OPTIONS more for
	remt run.  Unknown verdicts are counted alone.  A cell that differs is executed five times more: unsteady, if it also ends as it did in memory.
binaries-speed
	mutants per second of a build by gcc -O2 -g (--binary) against one with the plugin, both by fork-server, on one processor, in
	turn: executions of command=COMMAND, which calls program=FILE, with up to 8 mutants that survive it, runs=N (300) of each; a file
	"input" of input=BYTES (50000) is there.  Then the same command with one of long=BYTES (30000000), with
	coverage against without.  configure=, make=, directory= and name= are as for modes.
jumps	variants of PROGRAM as `remt iso` runs them, with negated jumps in memory and all ways traced, against plain executions of the copies
	that `remt patch` makes: exit status and standard output. PROGRAM, tests= and most= are as for binaries; pairs=yes negates
	two jumps each. Not compared are variants that meet a limit or die, and those of which two runs, or three plain executions, are not alike.
remt	`remt run --full --base` over a sequence of versions, against `remt run --full` from scratch: each version is built in the same
	place and run both ways, and the two matrices are compared cell by cell.  SOURCE is a Debian source package or a .dsc file
	(upstream, then one patch of debian/patches more each time; those that change no code come with the next), a git
	repository (the commits of range=, default HEAD, that change code or paths=, the last most=N of them), or, if next=SOURCE
	follows once or more, any sources (directories, tarballs, .dsc files, packages of apt-get, also NAME=VERSION).
	configure=, make=, directory=, tests= or command=, run= and name= are as for modes; where they are missing, source.py finds
	how SOURCE is built and tested.  run= chooses mutants as well: --file=GLOB, --function=GLOB, --operators=LIST; not by
	--sample=N, which goes by ids, and these change with lines: two versions would hardly have a mutant in common.
	limit=SECONDS: for one run of remt (1800).  incremental=yes: where only .c and .h files changed, make builds on what is
	there; the build must know which headers a file includes.
	Executions are cells that were run; "reached cells" holds also those that the infection filter decides.  A cell that
	differs and was not carried over was run twice on one build: unsteady.  One that was carried over is run eight times more,
	and 16 times on the old build, which is made again: if both verdicts come out on one of them it is unsteady, too; undefined
	if the new version, built with AddressSanitizer and UndefinedBehaviorSanitizer, reports of the mutant; else wrong, or, if
	both verdicts are kills, another kill.  Overhead: what remt run says of its comparison, else the time of `remt diff`.
	The second table replays runs that end a mutant at its first kill, in 20 random orders of the tests (replay.py).
	--work keeps trees and stores in DIR; --results appends a line of JSON for each pair to FILE, and leaves out those that it has.
iso	`remt iso` over a sequence of versions, named as for remt, or by commits="COMMIT COMMIT..." of a repository; each version is built with
	the preset iso (and flags=TEXT more for the compiler), old and new ones in directories whose names are not equally long.  parts= says
	what is measured (default: all, separated by commas; where regression= is given, pairs):
	same	the last version built twice, --depth=depth= (default: all): branches that no test executes, and how many of these variants
		do by each depth; differences, all of which are false; speed.  The suite's own time is that of its command on a
		build without the plugin, the median of --rounds runs, or of as many as fit in 20 seconds.  Times faster: the suite once in each
		version for each set of negations that was explored, against the time of remt iso, times its jobs; and the same with 0.3 seconds more for
		each test and version that met a limit, as it would keep the suite for ever.
	faults	the last version, built with the preset default,iso: faults=N (200) mutants by seed=N, those that no test notices, and those of
		these that variants of branches do which no test executes (VL), or not this test (QL).
	pairs	each version and the one before it: differences, time.  keep=PATHS (of tests) are as the old version has them in both, so that
		the same tests are run.  regression=NAME,... are functions or files in which the new version
		has a regression, and fix=COMMIT what undid it: what this commit changes below paths= is applied to the new version, which is
		then compared with the old one again.  Differences that are gone are due to the regression, and the place of the
		first one is its rank.  Without fix=, it is the first one whose negated branch lies in NAME, or that may have executed a
		NAME which has changed.
	configure=, make=, directory=, tests= or command=, name= and limit= are as for remt, run= more for remt iso, jobs=N its jobs (1).  What
	is stopped by limit= counts as far as it came.  --work keeps builds and, for each run, the JSON object and messages of remt iso in
	DIR; --results as for remt.
gen	`remt gen` on pairs of versions.  A line of a LIST has words, as a shell reads them: a name, the old program, the new one, and
	KEY=VALUE of seeds=FILE, commands=FILE, directory=DIR (where both run; default: that of the LIST) and options=OPTIONS, then perhaps
	-- and the ARGUMENTs of remt gen.  Names of files are relative to the LIST.  Each pair is searched with the options of each --set
	in turn, --times times (1).
	--set=--mode=reach --set=--mode=peso and so on compare modes; semantic changes are differences without regard to groups.
	"First": until the first difference was found, without the start of remt gen.  CPU is time of processors, with all runs.
	commands=FILE judges what was found: a list as for remt gen --seeds, in which nothing is expanded.  Both versions run with each
	of its commands, as compiled, in copies of the directory.  Commands of which the versions differ twice are counted, all, and those
	with the lengths of a command that the search began with.  Missed: the list shows a difference, and gen has none; "other lengths": none with
	lengths of a seed.  Contradiction: it shows one with these lengths, though gen said that all inputs do the same; the status is 1 then.
fidelity	programs by the evaluator (explore/) against the same as compiled.  A line of a LIST has a name, the program, and either commands=FILE and
	perhaps directory=DIR, as above, or suite=COMMAND and directory=DIR.  What each run prints, how it ends, and what it writes into its copy of
	the directory is compared; files in large directories after several commands.  Late runs of the compiled program (seconds=N, 10, of
	processors; the evaluator has ten times as many), and those that it does not do twice, are counted alone.
	Functions with IR are named that were not evaluated; those of code without IR are not counted.  Statements are those that were evaluated.
	edges=yes: the program was built with -fplugin=testsuite/explore/edge-counter.so (of --build), too, before remt's: how often
	each block and each edge of its functions was executed is compared as well, for each process that ends by exit() or _exit().  "In IR" is the
	share of executed statements that were evaluated: not those of functions without usable IR, nor of calls that only compiled code made.  "Unsteady" are processes that differ only in functions
	in which compiled runs differ from each other.  Counters are statements, too, and cost time.
	preload=FILE: a library that both have in LD_PRELOAD, such as one that makes random numbers the same each time.
	suite=COMMAND: the shell runs COMMAND in three copies of the directory, which holds the program, each in the directory's place (by namespaces
	of a user): as compiled, by the evaluator and as compiled again.  What COMMAND prints and writes and how it ends is compared, but for what the first
	and the last do not do alike.
	--paths=TIME: remt gen runs the program and itself with as many of the commands as it comes to in half of TIME, which
	says whether each run printed what its path tells; not for suites.  The status is 1 if something differs.
edits	the same as remt after one small edit each of --edits numbers from --first on, at one version of each SOURCE (of a repository: the last
	commit of range=).  Number and --seed choose kind (edit_kinds.py; --kinds: these in turn), place and change; places that a test executes are preferred.
	The edited tree is built by make alone.  Edits that do not compile, or with which a test fails without a mutant, are counted and
	left out.  "Changed verdicts": cells whose verdict is another one than before the edit, without those that two runs before the
	edit found different.  With --work, stores and patch of an edit with a wrong cell stay in DIR/NAME/wrong-NUMBER.
	With traps=FILE the tests of tests= ask a file when they have failed, each in a way of its own (trap_code.py), and an edit changes
	what half of these files say.  FILE lists tests for the ways in C: their status is that of a program whose main() is in the tree.
"""
import argparse
import math
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import binaries
import edits
import fidelity
import gen
import iso
import jumps
import modes
import negations
import project
import replacements
import reuse
import source

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
INPUT_SIZE = 4 << 20
BINARIES = {"binaries": binaries.compare, "binaries-speed": binaries.measure, "jumps": jumps.compare}
BETWEEN = {"remt": reuse.measure, "iso": iso.measure, "edits": edits.measure}  # versions


def cpu_seconds(command, **options):
    """Of COMMAND and all that it waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def paired(rounds, plain, other):
    """Runs both in turn; median of PLAIN, of OTHER, and of the rounds' ratios."""
    pairs = [(plain(), other()) for _ in range(rounds)]
    return (statistics.median(p for p, _ in pairs), statistics.median(o for _, o in pairs),
            statistics.median(o / p for p, o in pairs))


def geomean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def execute(build, rounds, scratch):
    """Runs per second by exec and fork-server: all processes on one processor, so that none works beside another."""
    tree, worker = os.path.join(scratch, "tree"), os.path.join(scratch, "worker")
    os.mkdir(tree)
    os.mkdir(worker)
    sample = os.path.join(tree, "sample")
    subprocess.run(["gcc", "-O2", "-pthread", "-D_GNU_SOURCE", "-I" + os.path.join(ROOT, "include"), "-o", sample,
                    os.path.join(ROOT, "testsuite/runner/sample.c")], check=True)
    environ = dict(os.environ, REMT_RUNTIME=os.path.join(build, "runtime/libremt-rt.so"))
    one = max(os.sched_getaffinity(0))

    def rate(count, mode):
        command = [os.path.join(build, "testsuite/runner/cell"), "-s", worker, "-d", tree, "-v", tree, "-m", "5a",
                   "-n", str(count), "-l", "cpu_ms=1000", "-l", "wall_ms=60000", "-l", "hits=1000000",
                   *mode, "--", "./sample", "plain"]
        text = subprocess.run(command, check=True, env=environ, stdout=subprocess.PIPE, text=True,
                              preexec_fn=lambda: os.sched_setaffinity(0, {one})).stdout
        result = dict(line.split("=", 1) for line in text.splitlines())
        if result["verdict"] != "killed (fail)" or result["mode"] != ("fork-server" if mode else "exec"):
            sys.exit("bench: the sample does not run as it should:\n" + text)
        return float(result["runs_per_s"])

    plain, other, ratio = paired(rounds, lambda: rate(1000, []), lambda: rate(5000, ["-f", sample]))
    print(f"runs per second and processor: exec {plain:.0f}, fork-server {other:.0f}, {ratio:.2f} times")


def remember(build, mutants, tests, scratch):
    generated = project.Project(scratch, os.path.join(build, "remt"), mutants, tests)
    print(f"{generated.mutants} mutants, {tests} tests, {generated.mutants * tests} cells to choose from")
    for words in (["run", "-q", "--tests=tests.list"], ["report", "--format=json", "--output=report.json"]):
        peak, seconds = generated.peak_mb([os.path.join(build, "remt"), *words])
        print(f"remt {words[0]}: peak {peak:.0f} MB, {seconds:.0f} s")


def compare(options, scratch):
    plugin = subprocess.run([os.path.join(options.build, "remt"), "cflags"], check=True, stdout=subprocess.PIPE,
                            text=True).stdout.strip()
    environ = dict(os.environ, INPUT=os.path.join(scratch, "input"))
    found = {"compile": [], "text": [], "objects": [], "run": []}
    source.write_input(environ["INPUT"], INPUT_SIZE)
    print(f"{'':28} {'plain':>10} {'with remt':>10} {'ratio':>7}")

    sides = (("plain", "-O2"), ("remt", "-O2 " + plugin))
    if options.ir:
        sides = (("plain", "-O2 " + plugin), ("remt", f"-O2 {plugin} -fplugin-arg-remt-ir"))

    def note(what, name, plain, other, ratio, unit):
        found[what].append(ratio)
        print(f"{what + ' ' + unit + ' of ' + name:28} {plain:10.2f} {other:10.2f} {ratio:7.2f}", flush=True)

    for name, command in zip(options.pairs[::2], options.pairs[1::2]):
        trees = [source.Tree(name, os.path.join(scratch, side), flags, options.configure, options.make)
                 for side, flags in sides]
        name = trees[0].name
        note("compile", name, *paired(options.rounds, *(t.compile_seconds for t in trees)), "s")
        sizes = [(t.object_bytes() if options.ir else t.text_bytes()) / 1024 for t in trees]
        note("objects" if options.ir else "text", name, *sizes, sizes[1] / sizes[0], "KiB")
        if command:
            runs = [lambda t=t: cpu_seconds(["sh", "-c", command], cwd=t.directory, env=environ) for t in trees]
            note("run", name, *paired(2 * options.rounds + 1, *runs), "s")
    for what, ratios in found.items():
        if ratios:
            print(f"{what}: geometric mean {geomean(ratios):.3f} of {len(ratios)}")


def main():
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # or what lies in /tmp would stay there
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=".", type=os.path.realpath)
    parser.add_argument("--rounds", default=5, type=int)
    what = parser.add_subparsers(dest="what", required=True)
    what.add_parser("runs")
    memory = what.add_parser("memory")
    memory.add_argument("--mutants", default=20000, type=int)
    memory.add_argument("--tests", default=500, type=int)
    cost = what.add_parser("cost")
    cost.add_argument("--ir", action="store_true")
    cost.add_argument("--configure")
    cost.add_argument("--make")
    cost.add_argument("pairs", nargs="+", metavar="SOURCE COMMAND")
    ways = what.add_parser("modes")
    ways.add_argument("--sample", default=200, type=int)
    ways.add_argument("--recompile", default=20, type=int)
    ways.add_argument("--results", metavar="FILE")
    ways.add_argument("words", nargs="*", metavar="SOURCE KEY=VALUE...")
    texts = what.add_parser("replacements")
    texts.add_argument("--jobs", default=len(os.sched_getaffinity(0)), type=int)
    texts.add_argument("--group", default=1, type=int)
    texts.add_argument("--results", metavar="FILE")
    texts.add_argument("words", nargs="*", metavar="SOURCE KEY=VALUE...")
    what.add_parser("negations").add_argument("words", nargs="*", metavar="SOURCE KEY=VALUE...")
    for name in BINARIES:
        what.add_parser(name).add_argument("words", nargs="*", metavar="SOURCE KEY=VALUE...")
    pairs = what.add_parser("gen")
    pairs.add_argument("--set", dest="sets", action="append", metavar="OPTIONS")
    pairs.add_argument("--times", default=1, type=int)
    fidelities = what.add_parser("fidelity")
    fidelities.add_argument("--paths", metavar="TIME")
    for parser_of_lists in (pairs, fidelities):
        parser_of_lists.add_argument("--results", metavar="FILE")
        parser_of_lists.add_argument("lists", nargs="+", metavar="LIST")
    for name in BETWEEN:
        pairs = what.add_parser(name)
        pairs.add_argument("--work", metavar="DIR")
        pairs.add_argument("--results", metavar="FILE")
        pairs.add_argument("words", nargs="*", metavar="SOURCE KEY=VALUE...")
    pairs.add_argument("--edits", default=100, type=int)
    pairs.add_argument("--first", default=0, type=int)
    pairs.add_argument("--kinds", metavar="NAME,...")
    pairs.add_argument("--seed", default=1, type=int)
    options = parser.parse_args()
    if options.what == "modes":
        modes.compare(options)
        return
    if options.what == "replacements":
        replacements.measure(options)
        return
    if options.what == "negations":
        negations.compare(options)
        return
    if options.what == "fidelity":
        fidelity.measure(options)
        return
    if options.what in BINARIES:
        BINARIES[options.what](options)
        return
    if getattr(options, "work", None):
        os.makedirs(options.work, exist_ok=True)
        BETWEEN[options.what](options, os.path.realpath(options.work))
        return
    with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
        if options.what == "runs":
            execute(options.build, options.rounds, scratch)
        elif options.what == "memory":
            remember(options.build, options.mutants, options.tests, scratch)
        elif options.what == "gen":
            gen.measure(options, scratch)
        elif options.what in BETWEEN:
            BETWEEN[options.what](options, scratch)
        elif len(options.pairs) % 2:
            parser.error("a SOURCE without COMMAND")
        else:
            compare(options, scratch)


main()
