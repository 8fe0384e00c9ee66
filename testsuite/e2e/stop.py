# SPDX-License-Identifier: GPL-3.0-or-later
"""stop.py SIGNAL alone|group N COMMAND...

Starts COMMAND as the leader of a session of its own, as a terminal does, waits until N `sleep 1000`
run below it, and sends SIGNAL to it alone or to its whole process group.  Prints its exit status
(128 + n for a signal) and fails if it did not end, or if a process, a mount or its scratch directory
is left.  What is below it is known by the variable MARK that it inherits, or that a stored test has.
The command gets the environment that the file TEST_ENVIRON holds (env -0): launchers of some Python installations add to
theirs.
"""
import glob, os, signal, subprocess, sys, time

PATIENCE = 60  # seconds until something is taken to hang
TICK = 0.02


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            sys.exit("stop.py: %s" % what)
        time.sleep(TICK)


def given_environment():
    with open(os.environb[b"TEST_ENVIRON"], "rb") as file:
        return dict(line.split(b"=", 1) for line in file.read().split(b"\0") if line)


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read().split(b"\0")
    except OSError:  # ended meanwhile
        return []


def marked():
    """The command lines of the processes that have our MARK in their environment."""
    mark = b"MARK=" + os.environb[b"MARK"]
    return [read(path[:-7] + "cmdline") for path in glob.glob("/proc/[0-9]*/environ")
            if path != "/proc/%d/environ" % os.getpid() and mark in read(path)]


def mounts():
    with open("/proc/self/mountinfo") as file:
        return sorted(line.split()[4] for line in file if "remt-scratch-" in line)


def main():
    number = getattr(signal, "SIG" + sys.argv[1])
    target, sleeping, command = sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    before = mounts()

    def reset():  # shells start what runs in the background with SIGINT ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.setsid()

    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=reset, env=given_environment())
    wait_for(lambda: child.poll() is not None
             or marked().count([b"sleep", b"1000", b""]) >= sleeping, "nothing sleeps")
    if child.poll() is not None:
        sys.exit("stop.py: ended with %d before it was to be stopped" % child.returncode)
    (os.killpg if target == "group" else os.kill)(child.pid, number)
    wait_for(lambda: child.poll() is not None, "%d did not end" % child.pid)
    status = child.returncode
    wait_for(lambda: not marked(), "processes are left")
    if number != signal.SIGKILL:
        left = glob.glob("/dev/shm/remt-scratch-%d-*" % child.pid)
        left += glob.glob("/tmp/remt-scratch-%d-*" % child.pid)
        if left or mounts() != before:
            sys.exit("stop.py: left behind: %s %s" % (left, mounts()))
    print(128 - status if status < 0 else status)


main()
