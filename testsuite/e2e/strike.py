# SPDX-License-Identifier: GPL-3.0-or-later
"""strike.py ROUNDS SEED STORE EXPECTED COMMAND...

In each of ROUNDS rounds: starts COMMAND, which fills STORE, anew; kills one process of it by SIGKILL at a random
moment: the runner, a worker, a fork-server, or the main process of a test's run; goes on, in every other round after the
death of the runner, too, until COMMAND succeeds; and compares the cells of STORE with those in the file EXPECTED.
To be run in a PID namespace of its own: it must have no other children.
"""
import glob, os, random, shutil, signal, sqlite3, subprocess, sys, time

PATIENCE = 120  # seconds until something is taken to hang
TRIES = 4  # runs of COMMAND until one succeeds
SHELL = os.path.realpath("/bin/sh")
KINDS = ["runner", "worker", "server", "child"]


def parents():
    """Parent and executed file of each process."""
    found = {}
    for path in glob.glob("/proc/[0-9]*"):
        try:
            with open(path + "/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            found[int(path[6:])] = parent, os.readlink(path + "/exe")
        except OSError:  # ended meanwhile
            pass
    return found


def below(processes, pid):
    children = [child for child, (parent, _) in processes.items() if parent == pid]
    return children + [more for child in children for more in below(processes, child)]


def victims(runner, program):
    """The processes of each kind below RUNNER, which executes PROGRAM."""
    processes = parents()
    own = {pid for pid, (_, exe) in processes.items() if os.path.realpath(exe) == program}
    tests = [pid for pid in below(processes, runner) if pid not in own]
    # What remt itself starts is a fork-server, or a whole run where there is none; what that forks is a run, too.  What a
    # test's script starts is left alone: the script alone learns what it died of, and may call that a failure.
    servers = [pid for pid in tests if processes[pid][0] in own and processes[pid][1] != SHELL]
    children = [pid for pid in tests if (processes[pid][0] in own and processes[pid][1] == SHELL) or
                (processes[pid][0] in servers and processes[pid][1] == processes[processes[pid][0]][1])]
    return {"runner": [runner], "worker": [pid for pid in below(processes, runner) if pid in own],
            "server": servers, "child": children}


def strike(runner, program, kind):
    """Kills one process of KIND as soon as there is one; what it executed, None: there was none."""
    while runner.poll() is None:
        found = victims(runner.pid, program)[kind]
        if found:
            try:
                pid = random.choice(found)
                executed = os.readlink("/proc/%d/exe" % pid)
                os.kill(pid, signal.SIGKILL)
                return executed
            except OSError:  # ended meanwhile
                pass
        time.sleep(0.002)
    return None


def cells(store):
    with sqlite3.connect(store + "/remt.db") as db:
        if db.execute("pragma integrity_check").fetchone()[0] != "ok":
            sys.exit("strike.py: the store is damaged")
        if db.execute("select count(*) from run where finished = ''").fetchone()[0]:
            sys.exit("strike.py: a run is not finished")
        return ["%s %s %s" % row for row in db.execute(
            """select m.id, t.name, c.verdict from cell c join mutant m on m.key = c.mutant join test t on t.key = c.test
               where c.run = (select max(key) from run) order by 1, 2""")]


def finish(process):
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        sys.exit("strike.py: %d hangs" % process.pid)


def start(command, log):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def play(number, store, command, log, longest):
    """One round; of what kind the killed process was, and what it executed."""
    kind = KINDS[number % len(KINDS)]
    shutil.rmtree(store, ignore_errors=True)
    runner = start(command, log)
    time.sleep(random.uniform(0, 0.8 * longest))
    executed = strike(runner, os.path.realpath(command[0]), kind)
    if executed and number // len(KINDS) % 2:
        time.sleep(random.uniform(0, 0.2))
        runner.kill()
    for _ in range(TRIES):
        if finish(runner) == 0:
            return kind if executed else "nothing", executed
        runner = start(command, log)
    sys.exit("strike.py: round %d (%s): the command does not succeed" % (number, kind))


def main():
    rounds, store, command = int(sys.argv[1]), sys.argv[3], sys.argv[5:]
    random.seed(int(sys.argv[2]))
    with open(sys.argv[4]) as file:
        expected = file.read().splitlines()
    began = time.monotonic()
    with open("strike.log", "w") as log:
        finish(start(command, log))
    longest, met = time.monotonic() - began, []
    for number in range(rounds):
        with open("strike.log", "w") as log:
            kind, executed = play(number, store, command, log, longest)
        met.append(kind)
        found = cells(store)
        if found != expected:
            print("round %d (%s, %s): expected < > found" % (number, kind, executed))
            for line in sorted(set(expected) ^ set(found)):
                print("<" if line in expected else ">", line)
            sys.exit("strike.py: the matrix differs")
    print("killed:", *("%s %d" % (kind, met.count(kind)) for kind in KINDS + ["nothing"]))


main()
