# SPDX-License-Identifier: GPL-3.0-or-later
"""A generated project: a program with many mutants, and tests that all reach all of them."""
import json
import os
import subprocess
import time

FUNCTIONS_PER_FILE = 100
FLAGS = ["-O1"]

FUNCTION = """
unsigned function_{n}(unsigned a, unsigned b)
{{
	unsigned sum = a * {odd}u + b;

	if (sum % 3 == {n} % 3)
		sum ^= a << 2;
	sum -= b;
	return sum + a * b;
}}
"""

MAIN = """
#include <stdio.h>
#include <stdlib.h>
typedef unsigned function(unsigned, unsigned);
{declarations}
static function *const functions[] = {{ {names} }};

/* NUMBER [EXPECTED]: without EXPECTED prints what it is. */
int main(int argc, char **argv)
{{
	unsigned number = strtoul(argv[1], NULL, 10), sum = 0;

	for (unsigned i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		for (unsigned j = 0; j < 3; j++)
			sum = sum * 31 + functions[i](number + i * j, number * j + 7);
	if (argc == 2)
		printf("%u\\n", sum);
	return argc > 2 && sum != strtoul(argv[2], NULL, 10);
}}
"""


class Project:
    def __init__(self, directory, remt, mutants, tests):
        self.directory = directory
        self.remt = remt
        self.plugin = self._output([remt, "cflags"]).split()
        self._write_file(0, 1)
        each = self._count("file_0.o")
        functions = -(-mutants // each)
        self.mutants = functions * each
        objects = [self._write_file(n, min(FUNCTIONS_PER_FILE, functions - n))
                   for n in range(0, functions, FUNCTIONS_PER_FILE)]
        self._write_main(functions)
        subprocess.run(["gcc", *FLAGS, "-o", "program", "main.c", *objects], cwd=directory, check=True)
        with open(os.path.join(directory, "tests.list"), "w") as file:
            for n in range(tests):
                file.write(f"test-{n}: ./program {n} {self._output(['./program', str(n)])}")

    def _output(self, command):
        return subprocess.run(command, cwd=self.directory, check=True, stdout=subprocess.PIPE, text=True).stdout

    def _write_file(self, begin, count):
        """File with COUNT functions from number BEGIN on; returns its object."""
        with open(os.path.join(self.directory, f"file_{begin}.c"), "w") as file:
            for n in range(begin, begin + count):
                file.write(FUNCTION.format(n=n, odd=2 * n + 3))
        subprocess.run(["gcc", *FLAGS, *self.plugin, "-c", f"file_{begin}.c"], cwd=self.directory, check=True)
        return f"file_{begin}.o"

    def _write_main(self, functions):
        names = [f"function_{n}" for n in range(functions)]
        with open(os.path.join(self.directory, "main.c"), "w") as file:
            file.write(MAIN.format(declarations="function " + ", ".join(names) + ";", names=", ".join(names)))

    def _count(self, file):
        tables = json.loads(self._output([self.remt, "dump", "--json", file]))["tables"]
        return sum(len(table["mutants"]) for table in tables)

    def peak_mb(self, command):
        """Runs COMMAND; the largest size of its own process, and its seconds."""
        start, peak_kb = time.monotonic(), 0
        with subprocess.Popen(command, cwd=self.directory, stdout=subprocess.DEVNULL) as process:
            while process.poll() is None:
                with open(f"/proc/{process.pid}/status") as status:
                    sizes = [int(line.split()[1]) for line in status if line.startswith("VmHWM")]
                peak_kb = max([peak_kb, *sizes])  # a zombie has no size
                time.sleep(0.02)
        if process.returncode:
            raise SystemExit(f"bench: {command} ended with {process.returncode}")
        return peak_kb / 1024, time.monotonic() - start
