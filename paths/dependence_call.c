/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of calls. Functions outside the program are known by their names. */
#include <string.h>

#include "graph/library.h"
#include "paths/dependence_state.h"

enum library_use {
	USE_PRINTS = 1,	 /* an output statement */
	USE_READS = 2,	 /* nothing behind its arguments is written */
	USE_NOTHING = 4, /* of what the library keeps between calls */
};

struct library_function {
	const char *name;
	unsigned use;
	int stream; /* which argument is one, whose memory is the library's; -1: none */
};

#define PRINTER(name, stream)                                                                      \
	{                                                                                          \
		name, USE_PRINTS | USE_READS | USE_NOTHING, stream                                 \
	}
#define READER(name)                                                                               \
	{                                                                                          \
		name, USE_READS | USE_NOTHING, -1                                                  \
	}
#define WRITER(name)                                                                               \
	{                                                                                          \
		name, USE_NOTHING, -1                                                              \
	}
#define FILE_ACCESS(name, at)                                                                      \
	{                                                                                          \
		name, 0, at                                                                        \
	}

/* Of others it is taken that they write what their arguments lead to, and go by what was called before. */
static const struct library_function library[] = {
	PRINTER("printf", -1),
	PRINTER("fprintf", 0),
	PRINTER("vprintf", -1),
	PRINTER("vfprintf", 0),
	PRINTER("__printf_chk", -1),
	PRINTER("__fprintf_chk", 0),
	PRINTER("dprintf", -1),
	PRINTER("puts", -1),
	PRINTER("fputs", 1),
	PRINTER("putchar", -1),
	PRINTER("putc", 1),
	PRINTER("fputc", 1),
	PRINTER("fwrite", 3),
	PRINTER("write", -1),
	PRINTER("perror", -1),
	PRINTER("exit", -1),
	PRINTER("_exit", -1),
	PRINTER("_Exit", -1),
	PRINTER("abort", -1),
	PRINTER("__assert_fail", -1),
	PRINTER("fputs_unlocked", 1),
	PRINTER("fwrite_unlocked", 3),
	PRINTER("putchar_unlocked", -1),
	PRINTER("error", -1),
	PRINTER("err", -1),
	PRINTER("errx", -1),
	PRINTER("warn", -1),
	PRINTER("warnx", -1),
	PRINTER("writev", -1),
	PRINTER("__overflow", 0),

	READER("atoi"),
	READER("atol"),
	READER("atoll"),
	READER("strlen"),
	READER("strnlen"),
	READER("strcmp"),
	READER("strncmp"),
	READER("strcasecmp"),
	READER("strncasecmp"),
	READER("strchr"),
	READER("strrchr"),
	READER("strstr"),
	READER("strspn"),
	READER("strcspn"),
	READER("strpbrk"),
	READER("memcmp"),
	READER("memchr"),
	READER("abs"),
	READER("labs"),
	READER("isalpha"),
	READER("isdigit"),
	READER("isalnum"),
	READER("isspace"),
	READER("isupper"),
	READER("islower"),
	READER("ispunct"),
	READER("isprint"),
	READER("isxdigit"),
	READER("iscntrl"),
	READER("isgraph"),
	READER("toupper"),
	READER("tolower"),
	READER("__ctype_b_loc"),
	READER("__ctype_toupper_loc"),
	READER("__ctype_tolower_loc"),
	READER("getenv"),
	READER("malloc"),
	READER("calloc"),
	READER("free"),

	WRITER("strcpy"),
	WRITER("strncpy"),
	WRITER("strcat"),
	WRITER("strncat"),
	WRITER("stpcpy"),
	WRITER("memcpy"),
	WRITER("memmove"),
	WRITER("mempcpy"),
	WRITER("memset"),
	WRITER("sprintf"),
	WRITER("snprintf"),
	WRITER("__sprintf_chk"),
	WRITER("__snprintf_chk"),
	WRITER("strtol"),
	WRITER("strtoul"),
	WRITER("strtoll"),
	WRITER("strtoull"),
	WRITER("strdup"),
	WRITER("realloc"),
	WRITER("qsort"),
	WRITER("bsearch"),

	FILE_ACCESS("getc", 0),
	FILE_ACCESS("fgetc", 0),
	FILE_ACCESS("fgets", 2),
	FILE_ACCESS("ungetc", 1),
	FILE_ACCESS("fread", 3),
	FILE_ACCESS("fclose", 0),
	FILE_ACCESS("feof", 0),
	FILE_ACCESS("ferror", 0),
	FILE_ACCESS("fflush", 0),
	FILE_ACCESS("fscanf", 0),
	FILE_ACCESS("fseek", 0),
	FILE_ACCESS("ftell", 0),
	FILE_ACCESS("rewind", 0),
	FILE_ACCESS("getline", 2),
	FILE_ACCESS("__uflow", 0),
	FILE_ACCESS("setvbuf", 0),
	FILE_ACCESS("fileno", 0),
};

static const struct library_function other = { "", 0, -1 };

static const struct library_function *find_library(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(library); i++) {
		if (strcmp(library[i].name, name) == 0)
			return &library[i];
	}
	return &other;
}

/* A call, and the node of what it makes of its arguments. */
struct call {
	struct dependence *dependence;
	const struct dependence_function *function;
	uint32_t block, node;
	const struct ir_statement *statement;
};

static void use_argument(const struct call *call, uint32_t node, const struct ir_argument *argument)
{
	if (argument->place)
		dependence_read(call->dependence, call->function, node, argument->place);
	else
		dependence_use_operand(call->dependence, call->function, node, &argument->operand);
}

/* Passes the arguments to CALLEE; those that have no parameter can be found in memory. */
static void pass(const struct call *call, const struct dependence_function *callee)
{
	const struct ir_call *row = call->statement->call;

	for (uint32_t i = 0; i < row->nr_arguments; i++) {
		uint32_t node =
			dependence_add(call->dependence, 1, call->function->blocks + call->block);
		uint32_t to =
			i < callee->nr_parameters ? callee->parameters + i : (uint32_t)NODE_UNKNOWN;

		use_argument(call, node, &row->arguments[i]);
		dependence_data(call->dependence, to, node);
	}
}

/* The result is FROM's. */
static void return_to_target(const struct call *call, uint32_t from)
{
	const struct ir_target *target = &call->statement->call->target;
	uint32_t block = call->function->blocks + call->block, node;

	if (target->kind == REMT_IR_NOWHERE)
		return;
	node = target->kind == REMT_IR_TO_VALUE ? call->function->values + target->value
						: dependence_add(call->dependence, 1, block);
	dependence_control(call->dependence, node, block);
	dependence_data(call->dependence, node, from);
	if (target->kind == REMT_IR_TO_PLACE) {
		dependence_use(call->dependence, call->function, node, call->statement);
		dependence_write(call->dependence, call->function, node, target->place);
	}
}

static void call_known(const struct call *call, const struct dependence_function *callee)
{
	dependence_control(call->dependence, callee->called, call->function->blocks + call->block);
	pass(call, callee);
	return_to_target(call, callee->result);
}

/* Control may come to any function, with what is passed. */
static void call_any(const struct call *call)
{
	dependence_control(call->dependence, NODE_INDIRECT, call->function->blocks + call->block);
	dependence_data(call->dependence, NODE_ARGUMENTS, call->node);
	dependence_data(call->dependence, call->node, NODE_RESULTS);
	dependence_data(call->dependence, call->node, NODE_ANYTHING);
	dependence_data(call->dependence, NODE_UNKNOWN, call->node);
}

static void reach_memory(const struct call *call, const struct library_function *row)
{
	const struct ir_call *called = call->statement->call;

	for (uint32_t i = 0; i < called->nr_arguments; i++) {
		const struct ir_argument *argument = &called->arguments[i];

		use_argument(call, call->node, argument);
		if (argument->place || (int)i == row->stream)
			continue;
		dependence_read_behind(call->dependence, call->function, call->node,
				       &argument->operand);
		if (!(row->use & USE_READS))
			dependence_write_behind(call->dependence, call->function, call->node,
						&argument->operand);
	}
}

/* NAME is the function outside; NULL: it is not known. */
static void call_outside(struct call *call, const char *name)
{
	const struct library_function *row = name ? find_library(name) : &other;
	enum library_effect effect = name ? library_effect(name) : LIBRARY_UNKNOWN;
	uint32_t inner = call->function->inner + call->block;

	call->node = dependence_add(call->dependence, 1, call->function->blocks + call->block);
	dependence_control(call->dependence, call->node, call->function->blocks + call->block);
	dependence_use(call->dependence, call->function, call->node, call->statement);
	dependence_data(call->dependence, call->node, inner);
	dependence_data(call->dependence, inner, call->node);
	reach_memory(call, row);
	if (!(row->use & USE_NOTHING)) {
		dependence_data(call->dependence, call->node, NODE_LIBRARY);
		dependence_data(call->dependence, NODE_LIBRARY, call->node);
	}
	if (row->use & USE_PRINTS)
		vec_push(&call->dependence->outputs, call->node);
	else if (effect != LIBRARY_QUIET && !call->statement->call->name)
		call_any(call);
	return_to_target(call, call->node);
}

void dependence_call(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t block, const struct ir_statement *statement)
{
	const struct ir_unit *unit = function->ir->unit;
	const struct ir_call *row = statement->call;
	struct call call = { dependence, function, block, DEPENDENCE_NONE, statement };
	const struct dependence_function *callee =
		!row->name && row->is_direct ? dependence_callee(dependence, unit, row->symbol)
					     : NULL;

	if (callee)
		call_known(&call, callee);
	else
		call_outside(&call, row->name	     ? row->name
				    : row->is_direct ? unit->symbols[row->symbol].name
						     : NULL);
}
