#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges what `remt gen --function` says of a function of two characters by edited sources, which plain GCC compiles.

try_all.py CC SOURCE FUNCTION SITES OUTPUT: each mutant in OUTPUT is made by an edit of the source. One that is said to
have no test does the same as the original on all 65536 pairs of characters, with several values of the variable `level`;
one that is said to be killed does something else on the input that is told. What counts is what the function returns,
`level`, what it gives to stop(), which does not return, and signals. Prints how many of both were tried; fails if one is wrong.
SITES is what `remt dump` says: it has the ranges that replacements stand for.
"""
import re
import subprocess
import sys

DRIVER = """
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf out;
static long stopped;

void stop(int code, const char *text)
{
	for (stopped = code; *text; text++)
		stopped = stopped * 31 + *text;
	siglongjmp(out, 1);
}

static void end(int number)
{
	siglongjmp(out, 1 + number);
}

static long long call(int (*function)(unsigned char, signed char), int *level, int value, int a, int b)
{
	int end;

	*level = value;
	stopped = 0;
	end = sigsetjmp(out, 0); /* no system call: handlers block nothing */
	if (end == 0)
		return (long long)function((unsigned char)a, (signed char)b) * 1000003 + *level;
	return end * 1000000007LL * 4096 + stopped * 1000003 + *level;
}

/* Ends with 1 if VERSION differs from the original somewhere, or on the one input from A on. */
static int differs(int version, int value, int a, int b)
{
	static const int values[] = { 0, 1, -1, 1000 };

	if (a >= 0)
		return call(functions[0], levels[0], value, a, b) !=
		       call(functions[version], levels[version], value, a, b);
	for (int i = 0; i < 4 * 65536; i++) {
		if (call(functions[0], levels[0], values[i >> 16], i & 255, i >> 8 & 255) !=
		    call(functions[version], levels[version], values[i >> 16], i & 255, i >> 8 & 255))
			return 1;
	}
	return 0;
}

int main(void)
{
	struct sigaction action = { .sa_handler = end, .sa_flags = SA_NODEFER };

	sigaction(SIGFPE, &action, NULL);
	sigaction(SIGSEGV, &action, NULL);
	for (int i = 1; i < (int)(sizeof(functions) / sizeof(functions[0])); i++) {
		struct itimerval limit = { .it_value = { 0, 500000 } };
		int status;

		if (fork() == 0) {
			setitimer(ITIMER_VIRTUAL, &limit, NULL);
			_exit(differs(i, inputs[i][0], inputs[i][1], inputs[i][2]));
		}
		wait(&status);
		/* What does not end in time is ended by a signal. */
		printf("%d %d\\n", i, WIFSIGNALED(status) || WEXITSTATUS(status));
	}
	return 0;
}
"""


def edit(text, row):
    """Puts the replacement of ROW into TEXT."""
    lines = text.split("\n")
    first, last = row["line"] - 1, row["end_line"] - 1
    head = lines[first][: row["column"] - 1]
    tail = lines[last][row["end_column"] - 1 :]
    lines[first : last + 1] = [head + row["replacement"] + tail]
    return "\n".join(lines)


def read_sites(path):
    """Returns a list of mutants with their ranges, by line, column, operator and replacement."""
    sites = {}
    form = re.compile(r"^\S+?:(\d+):(\d+)-(\d+):(\d+): (\S+) '(.*)' [a-z].*$")
    for text in open(path, encoding="utf-8"):
        found = form.match(text)
        if found:
            line, column, end_line, end_column = map(int, found.groups()[:4])
            replacement = found[6].replace("\\'", "'")
            sites[(line, column, found[5], replacement)] = {
                "line": line, "column": column, "end_line": end_line,
                "end_column": end_column, "replacement": replacement,
            }
    return sites


def read_verdicts(path, sites):
    """Returns pairs of a site and its killing input, (level, a, b); a is -1 where there is said to be none."""
    form = re.compile(r"^\S+?:(\d+):(\d+) (\S+) '(.*)' \[[0-9a-f]+\]: (no test$|killed by .*)")
    verdicts, tests = [], []
    lines = open(path, encoding="utf-8").read().split("\n")
    for index, line in enumerate(lines):
        found = form.match(line)
        if not found:
            continue
        says, row = found[5], sites[(int(found[1]), int(found[2]), found[3], found[4])]
        if says == "no test":
            verdicts.append((line, row, (0, -1, 0)))
            continue
        if says.startswith("killed by test "):
            verdicts.append((line, row, tests[int(says.split()[-1]) - 1]))
            continue
        blob = bytes.fromhex(lines[index + 1].split(":")[1].replace(" ", ""))
        level = int.from_bytes(blob[2:6], "little", signed=True)
        tests.append((level, blob[0], blob[1] - 256 if blob[1] > 127 else blob[1]))
        verdicts.append((line, row, tests[-1]))
    return verdicts


def main():
    compiler, source, function, sites_path, output = sys.argv[1:]
    text = open(source, encoding="utf-8").read()
    verdicts = read_verdicts(output, read_sites(sites_path))
    # What a source defines has a name of its own for each version.
    names = set(re.findall(r"^(?:static |const |unsigned |signed |char |short |int |struct |void )*\*?(\w+)(?:\(|\[| =|;| \{)", text, re.M))
    names -= {"stop"}
    form = re.compile(r"\b(%s)\b" % "|".join(sorted(names)))
    versions = [text] + [edit(text, row) for _, row, _ in verdicts]
    with open("all.c", "w", encoding="utf-8") as out:
        for number, version in enumerate(versions):
            out.write(form.sub(r"\1_%d" % number, version) + "\n")
        rows = range(len(versions))
        out.write("static int (*functions[])(unsigned char, signed char) = { %s };\n"
                  % ", ".join("%s_%d" % (function, i) for i in rows))
        out.write("static int *levels[] = { %s };\n" % ", ".join("&level_%d" % i for i in rows))
        out.write("static int inputs[][3] = { { 0 }, %s };\n"
                  % ", ".join("{ %d, %d, %d }" % verdict[2] for verdict in verdicts))
        out.write(DRIVER)
    subprocess.run([compiler, "-w", "-O0", "-o", "all", "all.c"], check=True)
    ran = subprocess.run(["./all"], stdout=subprocess.PIPE, check=True)
    differ = [int(line.split()[1]) for line in ran.stdout.decode().split("\n")[:-1]]
    wrong = [verdict[0] for verdict, says in zip(verdicts, differ) if says != (verdict[2][1] >= 0)]
    if wrong or len(differ) != len(verdicts):
        print("wrong:", *wrong, sep="\n")
        sys.exit(1)
    killed = sum(verdict[2][1] >= 0 for verdict in verdicts)
    print(len(verdicts) - killed, killed)


main()
