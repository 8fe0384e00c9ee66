# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes on one processor, and what they use."""
import os
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")


def pin():
    """So that no part of what is compared works beside another."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _stat(pid):
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    return int(fields[1]), sum(map(int, fields[11:15])) / TICK


def tree_seconds(root):
    """Processor time of the process ROOT, of all below it, and of all that these have waited for."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                found[int(name)] = _stat(name)
            except (FileNotFoundError, ProcessLookupError):
                pass
    known, total = {}, 0.0
    for pid in found:
        chain = []
        while pid in found and pid not in known and pid != root:
            chain.append(pid)
            pid = found[pid][0]
        known.update(dict.fromkeys(chain, pid == root or known.get(pid, False)))
    for pid, (_, seconds) in found.items():
        total += seconds if pid == root or known.get(pid) else 0
    return total


def watch(command, each_line, **options):
    """Runs COMMAND on one processor; EACH_LINE(pid, time, line) for what it writes to stderr.  Its status."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, preexec_fn=pin, **options) as process:
        for line in process.stderr:
            each_line(process.pid, time.monotonic(), line)
    return process.returncode
