# SPDX-License-Identifier: GPL-3.0-or-later
"""killer.py ROUNDS STORE PIDS ENVIRONMENT COMMAND...

Starts COMMAND ROUNDS times, with what `env -0` has written into the file ENVIRONMENT, as python3 may be a script that
changes PATH; in each round one process that executes its program (itself, one of its
children, or one further down, in turn) is killed by SIGKILL at a moment from a fixed list.  The tests'
own processes are not aimed at: their death is a verdict.  After each round the cells in STORE must be
sound, and those that were there before unchanged.  Writes the pids of the commands into the file PIDS.
"""
import glob, os, signal, sqlite3, subprocess, sys, time

# Seconds from the start; the example's campaign takes about two, the baseline one.
MOMENTS = [0.03, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0]
PATIENCE = 60


def executes(pid, program):
    try:
        return os.path.samefile("/proc/%d/exe" % pid, program)
    except OSError:
        return False


def descendants(pid, program):
    """Lists of processes that execute PROGRAM: PID, its children, their children, and so on."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            continue
        parents.setdefault(int(text.rpartition(")")[2].split()[1]), []).append(int(text.split()[0]))
    levels = [[pid]]
    while levels[-1]:
        levels.append([child for parent in levels[-1] for child in parents.get(parent, [])
                       if executes(child, program)])
    return levels[:-1]


def cells(store):
    if not os.path.exists(store + "/remt.db"):
        return {}
    with sqlite3.connect(store + "/remt.db") as db:
        if db.execute("pragma integrity_check").fetchone()[0] != "ok":
            sys.exit("killer.py: the store is damaged")
        try:
            rows = db.execute("select run, mutant, test, verdict from cell where verdict > 0")
        except sqlite3.OperationalError:  # killed before there were tables
            return {}
        return {row[:3]: row[3] for row in rows}


def finish(child):
    try:
        child.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        sys.exit("killer.py: %d hangs after a kill" % child.pid)


def main():
    rounds, store, pids, command = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[5:]
    with open(sys.argv[4], "rb") as file:
        environment = dict(line.split(b"=", 1) for line in file.read().split(b"\0") if line)
    nr_met, known = [0, 0, 0], {}
    for i in range(rounds):
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment)
        with open(pids, "a") as file:
            print(child.pid, file=file)
        time.sleep(MOMENTS[i * 3 % len(MOMENTS)])
        levels = descendants(child.pid, command[0])
        level = min(i % 3, len(levels) - 1)
        aims = levels[level]
        if child.poll() is None:
            try:
                os.kill(aims[i % len(aims)], signal.SIGKILL)
                nr_met[level] += 1
            except ProcessLookupError:
                pass
        if i % 3:  # remt replaces a worker and goes on
            time.sleep(0.2)
            child.kill()
        finish(child)
        now = cells(store)
        lost = [key for key in known if now.get(key) != known[key]]
        if lost:
            sys.exit("killer.py: round %d lost or changed %d cells" % (i, len(lost)))
        known = now
    print("kills of the command, its children and theirs:", *nr_met)
    if 0 in nr_met[:2]:
        sys.exit("killer.py: some kind of process was never killed")


main()
