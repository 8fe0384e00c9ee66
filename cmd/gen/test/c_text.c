/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the C program with tests: bytes that can be read are strings, others arrays of numbers. */
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#include "cmd/gen/base/words.h"
#include "cmd/gen/test/c_test_c.h"
#include "cmd/gen/test/c_tests.h"
#include "common/signals.h"
#include "common/visible.h"

#define ROW	   12 /* numbers in a line */
#define MAX_NAME   80 /* bytes of a test's name */
#define MAX_STRING 60 /* bytes of a string in a line */

static const char *const sides[2] = { "old", "new" };

/* ---- bytes */

static bool is_readable(const char *bytes, size_t size)
{
	return visible_is_text(bytes, size, "\n\t\r");
}

static void add_character(struct strbuf *text, unsigned char c)
{
	if (c == '\n')
		strbuf_adds(text, "\\n");
	else if (c == '\t')
		strbuf_adds(text, "\\t");
	else if (c == '\r')
		strbuf_adds(text, "\\r");
	else if (c == '"' || c == '\\' || c == '?') /* two ? may begin a trigraph */
		strbuf_addf(text, "\\%c", c);
	else if (c < ' ' || c == 0x7f)
		strbuf_addf(text, "\\%03o", c);
	else
		strbuf_addc(text, (char)c);
}

/* Adds SIZE bytes as a string; bytes beyond ASCII stay if the whole can be read. */
static void add_string(struct strbuf *text, const char *bytes, size_t size)
{
	bool stays = is_readable(bytes, size);
	size_t begin = 0;

	strbuf_addc(text, '"');
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c >= 0x80 && !stays)
			strbuf_addf(text, "\\%03o", c);
		else
			add_character(text, c);
		if (i + 1 == size || (c != '\n' && i - begin < MAX_STRING) ||
		    ((unsigned char)bytes[i + 1] & 0xc0) == 0x80)
			continue;
		strbuf_adds(text, "\"\n\t\"");
		begin = i + 1;
	}
	strbuf_addc(text, '"');
}

static void add_numbers(struct strbuf *text, const char *bytes, size_t size)
{
	strbuf_addc(text, '{');
	for (size_t i = 0; i < size; i++)
		strbuf_addf(text, "%s0x%02x,", i % ROW ? " " : "\n\t", (unsigned char)bytes[i]);
	strbuf_adds(text, "\n}");
}

/* Adds the definition of NAME_NUMBER as SIZE bytes, of which there are some. */
static void define(struct strbuf *text, const char *name, size_t number, const char *bytes,
		   size_t size)
{
	if (!size)
		return;
	if (is_readable(bytes, size)) {
		strbuf_addf(text, "static const char %s_%zu[] =\n\t", name, number);
		add_string(text, bytes, size);
	} else {
		strbuf_addf(text, "static const unsigned char %s_%zu[] = ", name, number);
		add_numbers(text, bytes, size);
	}
	strbuf_adds(text, ";\n");
}

/* Adds what initialises a struct bytes by what define() has defined. */
static void refer(struct strbuf *text, const char *name, size_t number, const char *bytes,
		  size_t size)
{
	if (!size)
		strbuf_adds(text, "{ \"\", 0 }");
	else
		strbuf_addf(text, "%s(%s_%zu)", is_readable(bytes, size) ? "TEXT" : "BYTES", name,
			    number);
}

/* ---- a test */

/* A difference; `command` has its inputs. */
struct item {
	size_t number;
	const struct difference *difference;
	const struct command *command;
};

static struct item item_of(const struct search *search, size_t index)
{
	struct search_difference found = search_difference(search, index);
	struct command *command = explorer_command(found.explorer);

	command_set(command, command->argv[0], found.difference->inputs);
	return (struct item){ index + 1, found.difference, command };
}

static void define_arguments(struct strbuf *text, const struct item *item, const char *program)
{
	strbuf_addf(text, "static const char *const arguments_%zu[] = {\n\t", item->number);
	add_string(text, program, strlen(program));
	strbuf_adds(text, ",\n");
	for (char **argument = item->command->argv + 1; *argument; argument++) {
		size_t file = gen_tests_find_file(item->command, *argument);

		strbuf_addc(text, '\t');
		if (file)
			strbuf_addf(text, "file_names[%zu]", file - 1);
		else
			add_string(text, *argument, strlen(*argument));
		strbuf_adds(text, ",\n");
	}
	strbuf_adds(text, "\tNULL\n};\n");
}

static void define_files(struct strbuf *text, const struct item *item)
{
	const struct command *command = item->command;
	char name[48];

	if (command->nr_files < 2)
		return;
	for (size_t i = 1; i < command->nr_files; i++) {
		snprintf(name, sizeof(name), "file_%zu", item->number);
		define(text, name, i, (const char *)command->files[i].bytes,
		       command->files[i].size);
	}
	strbuf_addf(text, "static const struct bytes files_%zu[] = {\n", item->number);
	for (size_t i = 1; i < command->nr_files; i++) {
		strbuf_addc(text, '\t');
		refer(text, name, i, (const char *)command->files[i].bytes, command->files[i].size);
		strbuf_adds(text, ",\n");
	}
	strbuf_adds(text, "};\n");
}

static void define_results(struct strbuf *text, const struct item *item)
{
	char name[16];

	for (unsigned i = 0; i < 2; i++) {
		const struct trial_result *result = &item->difference->results[i];

		if (result->is_late)
			continue;
		snprintf(name, sizeof(name), "%s_out", sides[i]);
		define(text, name, item->number, strbuf_get(&result->out), result->out.length);
		snprintf(name, sizeof(name), "%s_err", sides[i]);
		define(text, name, item->number, strbuf_get(&result->err), result->err.length);
	}
}

/* Adds what initialises a struct expected. */
static void add_expected(struct strbuf *text, const struct item *item, unsigned side)
{
	const struct trial_result *result = &item->difference->results[side];
	char name[16];

	if (result->is_late) {
		strbuf_adds(text, "{ LATE, 0, { \"\", 0 }, { \"\", 0 } }");
		return;
	}
	if (WIFSIGNALED(result->status))
		strbuf_addf(text, "{ SIGNAL, %d, ", WTERMSIG(result->status));
	else
		strbuf_addf(text, "{ EXIT, %d, ", WEXITSTATUS(result->status));
	snprintf(name, sizeof(name), "%s_out", sides[side]);
	refer(text, name, item->number, strbuf_get(&result->out), result->out.length);
	strbuf_adds(text, ", ");
	snprintf(name, sizeof(name), "%s_err", sides[side]);
	refer(text, name, item->number, strbuf_get(&result->err), result->err.length);
	strbuf_adds(text, " }");
}

/* Adds a name that TAP takes as one, in which # begins no directive. */
static void add_name(struct strbuf *text, const struct item *item, const char *program)
{
	_cleanup_strbuf_ struct strbuf command = { 0 }, name = { 0 };

	gen_words_command(&command, item->command, program);
	strbuf_addf(&name, "difference %zu: ", item->number);
	for (size_t i = 0; i < command.length && name.length < MAX_NAME; i++) {
		unsigned char c = (unsigned char)strbuf_get(&command)[i];

		if (c == '#')
			strbuf_adds(&name, "\\#");
		else
			strbuf_addc(&name, (char)(c < 0x80 ? c : '.'));
	}
	add_string(text, strbuf_get(&name), name.length);
}

static void add_test(struct strbuf *text, const struct item *item, const char *program)
{
	const struct command *command = item->command;

	strbuf_adds(text, "\t{ ");
	add_name(text, item, program);
	strbuf_addf(text, ",\n\t  arguments_%zu, variables_%zu, ", item->number, item->number);
	refer(text, "input", item->number, (const char *)command->files[0].bytes,
	      command->files[0].size);
	if (command->nr_files > 1)
		strbuf_addf(text, ", files_%zu, %zu,\n\t  ", item->number, command->nr_files - 1);
	else
		strbuf_adds(text, ", NULL, 0,\n\t  ");
	add_expected(text, item, 0);
	strbuf_adds(text, ",\n\t  ");
	add_expected(text, item, 1);
	strbuf_adds(text, " },\n");
}

static void define_variables(struct strbuf *text, const struct item *item)
{
	strbuf_addf(text, "static const char *const variables_%zu[] = { ", item->number);
	for (size_t i = 0; i < item->command->nr_variables; i++) {
		const struct command_variable *variable = &item->command->variables[i];

		add_string(text, variable->name, strlen(variable->name));
		strbuf_adds(text, ", ");
		add_string(text, variable->value, strlen(variable->value));
		strbuf_adds(text, ", ");
	}
	strbuf_adds(text, "NULL };\n");
}

static void define_all(struct strbuf *text, const struct item *item, const char *program)
{
	strbuf_addf(text, "/* ---- difference %zu */\n\n", item->number);
	define_arguments(text, item, program);
	define_variables(text, item);
	define(text, "input", item->number, (const char *)item->command->files[0].bytes,
	       item->command->files[0].size);
	define_files(text, item);
	define_results(text, item);
	strbuf_addc(text, '\n');
}

/* Adds how many files and arguments there are at most, and the names of files. */
static void add_limits(struct strbuf *text, const struct search *search, const bool *wanted)
{
	size_t nr_files = 1, nr_arguments = 0;

	for (size_t i = 0; i < search_nr_differences(search); i++) {
		const struct command *command = item_of(search, i).command;
		size_t number = 0;

		while (command->argv[number])
			number++;
		if (wanted[i] && number > nr_arguments)
			nr_arguments = number;
		if (wanted[i] && command->nr_files - 1 > nr_files)
			nr_files = command->nr_files - 1;
	}
	strbuf_addf(text, "#define MAX_FILES %zu\n#define MAX_ARGUMENTS %zu\n\n", nr_files,
		    nr_arguments);
	strbuf_adds(text, "static const char file_names[MAX_FILES][16] = {");
	for (size_t i = 1; i <= nr_files; i++)
		strbuf_addf(text, "%s \"file%zu\"", i == 1 ? "" : ",", i);
	strbuf_adds(text, " };\n\n");
}

void gen_c_text_add(struct strbuf *text, const struct search *search, const bool *wanted,
		    uint64_t limit_ms, const char *name)
{
	static const char mark[] = "@TESTS@\n";
	const char *at = strstr(gen_c_test_c, mark);
	size_t number = search_nr_differences(search);

	strbuf_add(text, gen_c_test_c, (size_t)(at - gen_c_test_c));
	strbuf_addf(text, "#define LIMIT_MS %" PRIu64 " /* of a run, by the clock */\n", limit_ms);
	strbuf_adds(text, "#ifndef PROGRAM\n#define PROGRAM ");
	add_string(text, name, strlen(name));
	strbuf_adds(text, "\n#endif\n");
	add_limits(text, search, wanted);
	for (size_t i = 0; i < number; i++) {
		struct item item = item_of(search, i);

		if (wanted[i])
			define_all(text, &item, name);
	}
	strbuf_adds(text, "static const struct test tests[] = {\n");
	for (size_t i = 0; i < number; i++) {
		struct item item = item_of(search, i);

		if (wanted[i])
			add_test(text, &item, name);
	}
	strbuf_adds(text, "};\n\n");
	strbuf_adds(text, at + strlen(mark));
}
