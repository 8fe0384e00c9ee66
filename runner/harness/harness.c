/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helps all adapters: finds runners and children in the trace, sums up counts, fills tests. */
#include "runner/harness/harness.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

static const struct harness_adapter *runner_adapter(const struct trace_exec *exec)
{
	for (size_t i = 0; harness_adapters[i]; i++) {
		if (harness_adapters[i]->is_runner(exec))
			return harness_adapters[i];
	}
	return NULL;
}

/*
 * A runner that replaced itself (env, a shell's exec) shows several times; only the last image
 * counts.
 */
static bool is_replaced(const struct trace *trace, const struct harness_adapter *adapter,
			size_t index)
{
	const struct trace_exec *exec = &trace->execs[index];

	for (size_t i = index + 1; i < trace->nr_execs; i++) {
		const struct trace_exec *next = &trace->execs[i];

		if (next->origin == index && next->pid == exec->pid)
			return adapter->is_runner(next);
	}
	return false;
}

static bool is_nested(const struct trace *trace, size_t index)
{
	pid_t pid = trace->execs[index].pid;

	for (size_t i = trace->execs[index].origin; i != SIZE_MAX; i = trace->execs[i].origin) {
		if (trace->execs[i].pid != pid && runner_adapter(&trace->execs[i]))
			return true;
	}
	return false;
}

size_t harness_next_runner(const struct trace *trace, const struct harness_adapter *adapter,
			   size_t from)
{
	for (size_t i = from; i < trace->nr_execs; i++) {
		if (adapter->is_runner(&trace->execs[i]) && !is_nested(trace, i) &&
		    !is_replaced(trace, adapter, i))
			return i;
	}
	return SIZE_MAX;
}

/* True if LINE is ARGV or ends with it. */
static bool ends_with(char *const line[], char *const argv[])
{
	size_t nr_line = strv_count(line), nr_argv = strv_count(argv);

	return nr_argv <= nr_line && strv_equal(line + (nr_line - nr_argv), argv);
}

size_t harness_find_child(const struct trace *trace, size_t runner, char *const argv[], size_t from)
{
	for (size_t i = from; i < trace->nr_execs; i++) {
		const struct trace_exec *exec = &trace->execs[i];

		if (exec->origin == runner && exec->pid != trace->execs[runner].pid &&
		    ends_with(exec->argv, argv))
			return i;
	}
	return SIZE_MAX;
}

/* Skips terminal escapes and blanks. */
static const char *skip_decoration(const char *text)
{
	for (;;) {
		if (*text == '\033' && text[1] == '[') {
			text += 2;
			text += strcspn(text, "m\n");
			text += *text == 'm';
		} else if (*text == ' ' || *text == '\t') {
			text++;
		} else {
			return text;
		}
	}
}

long harness_sum_lines(const char *output, const char *prefix)
{
	size_t length = strlen(prefix);
	long sum = -1;

	for (const char *line = output; *line;) {
		const char *text = skip_decoration(line);

		if (strncmp(text, prefix, length) == 0) {
			char *end;
			const char *digits = skip_decoration(text + length);
			long value = strtol(digits, &end, 10);

			if (end != digits)
				sum = (sum < 0 ? 0 : sum) + value;
		}
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return sum;
}

/* Bytes of output that are shown of one failed test, and of all. */
enum { OUTPUT_SHOWN = 1500, ALL_SHOWN = 6000 };

void failures_add(struct failures *failures, const char *name, const char *output)
{
	size_t length = output ? strlen(output) : 0;

	strv_append(&failures->names, name);
	if (failures->text.length > ALL_SHOWN)
		return;
	strbuf_addf(&failures->text, "--- %s\n", name);
	if (!length)
		return;
	strbuf_adds(&failures->text,
		    length > OUTPUT_SHOWN ? output + length - OUTPUT_SHOWN : output);
	if (output[length - 1] != '\n')
		strbuf_addc(&failures->text, '\n');
}

struct test *suite_add(struct suite *suite, const char *name, const char *harness)
{
	struct test_list *list = &suite->tests;

	list->tests = xreallocarray(list->tests, list->nr_tests + 1, sizeof(*list->tests));
	struct test *test = &list->tests[list->nr_tests++];

	memset(test, 0, sizeof(*test));
	test->name = xstrdup(name);
	test->harness = xstrdup(harness);
	return test;
}

/*
 * Automake passes a copy of stderr as descriptor 9 (AM_TESTS_FD_REDIRECT = 9>&2) to scripts that
 * report why they skip. Without it they could not write.
 */
enum { EXTRA_DESCRIPTOR = 9 };

/* True for options of make's job server, whose descriptors are gone when a test runs alone. */
static bool is_job_option(const char *word)
{
	return strncmp(word, "--jobserver-", 12) == 0 || strncmp(word, "-j", 2) == 0;
}

static void drop_job_server(char ***env)
{
	static const char *const names[] = { "MAKEFLAGS", "MFLAGS" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = strv_env_get(*env, names[i]);

		if (!value || !strstr(value, "--jobserver-"))
			continue;
		_cleanup_strv_ char **words = strv_split(value, ' ');
		_cleanup_strv_ char **kept = NULL;

		for (char **word = words; *word; word++) {
			if (!is_job_option(*word))
				strv_append(&kept, *word);
		}
		_cleanup_free_ char *text = kept ? strv_join(kept, " ") : xstrdup("");

		strv_env_set(env, names[i], text);
	}
}

void suite_set_command(struct test *test, const struct trace_exec *exec, char *const argv[])
{
	if (exec->descriptors & (1u << EXTRA_DESCRIPTOR)) {
		static const char *const wrapper[] = { "/bin/sh", "-c", "exec \"$@\" 9>&2", "sh" };

		for (size_t i = 0; i < ARRAY_SIZE(wrapper); i++)
			strv_append(&test->argv, wrapper[i]);
		strv_extend(&test->argv, argv);
	} else {
		test->argv = strv_copy(argv);
	}
	test->directory = xstrdup(exec->directory);
	test->environ = strv_copy(exec->environ);
	drop_job_server(&test->environ);
	bool is_file = exec->input[0] == '/' && strncmp(exec->input, "/dev/", 5) != 0 &&
		       access(exec->input, R_OK) == 0;

	test->input = xstrdup(is_file ? exec->input : "/dev/null");
}

void suite_warn(struct suite *suite, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	strv_append_take(&suite->warnings, xvasprintf(format, args));
	va_end(args);
}
