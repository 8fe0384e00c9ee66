/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The harness that makes the calls of a sequence. */
#include <inttypes.h>
#include <string.h>

#include "caller/function.h"
#include "caller/helpers.h"
#include "caller/literal.h"
#include "caller/program.h"
#include "caller/sequence.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* clang-format off */

static const char pointers[] =
"static void *sequence_results[SEQUENCE_STEPS];\n"
"\n"
"/* Returns what an argument BYTE means in step STEP: what an earlier one returned. */\n"
"static void *sequence_pointer(unsigned char byte, int step)\n"
"{\n"
"	return byte && byte <= step ? sequence_results[byte - 1] : NULL;\n"
"}\n"
"\n"
"/* Prints which step first returned what STEP did. */\n"
"static void sequence_print(int step)\n"
"{\n"
"	int other = 0;\n"
"\n"
"	while (other < step && sequence_results[other] != sequence_results[step])\n"
"		other++;\n"
"	if (!sequence_results[step])\n"
"		printf(\"%d null\\n\", step);\n"
"	else if (other < step)\n"
"		printf(\"%d same %d\\n\", step, other);\n"
"	else\n"
"		printf(\"%d elsewhere\\n\", step);\n"
"}\n"
"\n"
"static void sequence_print_text(int step, const void *text)\n"
"{\n"
"	printf(\"%d\", step);\n"
"	if (text)\n"
"		harness_print_string(text, -1);\n"
"	else\n"
"		printf(\" null\\n\");\n"
"}\n"
"\n";

static const char hooks[] =
"static long sequence_left, sequence_blocks; /* that may be allocated, and that were and are not freed */\n"
"static int sequence_is_hooked;\n"
"\n"
"static void *sequence_malloc(size_t size)\n"
"{\n"
"	if (sequence_left <= 0)\n"
"		return NULL;\n"
"	sequence_left--;\n"
"	sequence_blocks++;\n"
"	return malloc(size);\n"
"}\n"
"\n"
"static void *sequence_realloc(void *memory, size_t size)\n"
"{\n"
"	if (sequence_left <= 0)\n"
"		return NULL;\n"
"	sequence_left--;\n"
"	sequence_blocks += !memory;\n"
"	return realloc(memory, size);\n"
"}\n"
"\n"
"static void sequence_free(void *memory)\n"
"{\n"
"	sequence_blocks -= memory != NULL;\n"
"	free(memory);\n"
"}\n"
"\n"
"static void sequence_hook(long left)\n"
"{\n"
"	sequence_is_hooked = 1;\n"
"	sequence_left = left;\n"
"	sequence_blocks = 0;\n"
"}\n"
"\n";

static const char calls_begin[] =
"/* Makes the calls of the sequence at hand. */\n"
"static void sequence_make(void)\n"
"{\n"
"	memset(sequence_results, 0, sizeof(sequence_results));\n"
"	sequence_is_hooked = 0;\n"
"	for (int step = 0; step < SEQUENCE_STEPS && harness_blob[step * SEQUENCE_STEP]; step++) {\n"
"		const unsigned char *args = harness_blob + step * SEQUENCE_STEP + 1;\n"
"\n"
"		(void)args;\n"
"		harness_paint();\n"
"		switch (harness_blob[step * SEQUENCE_STEP]) {\n";

static const char calls_end[] =
"		}\n"
"		fflush(NULL);\n"
"	}\n"
"	if (sequence_is_hooked)\n"
"		printf(\"%d %ld\\n\", SEQUENCE_STEPS, sequence_blocks);\n"
"	sequence_unhook();\n"
"	puts(\"end\");\n"
"}\n"
"\n"
"int main(int argc, char **argv)\n"
"{\n"
"	if (getenv(\"SEQUENCE_ROW\")) {\n"
"		while (fread(harness_blob, 1, sizeof(harness_blob), stdin) == sizeof(harness_blob)) {\n"
"			sequence_make();\n"
"			printf(\"\\n\\001harness 0\\n\");\n"
"			fflush(NULL);\n"
"		}\n"
"		return 0;\n"
"	}\n"
"	harness_loop();\n"
"	if (!harness_read(argc > 1 ? argv[1] : NULL))\n"
"		return 2;\n"
"	sequence_make();\n"
"	return 0;\n"
"}\n";

/* clang-format on */

static void write_values(struct strbuf *text)
{
	size_t nr_numbers, nr_texts;
	const int64_t *numbers = sequence_numbers(&nr_numbers);
	const char *const *texts = sequence_texts(&nr_texts);

	strbuf_addf(text, "enum { SEQUENCE_STEPS = %d, SEQUENCE_STEP = %d };\n\n",
		    SEQUENCE_MOST_STEPS, SEQUENCE_STEP);
	strbuf_adds(text, "static const long long sequence_numbers[] = { ");
	for (size_t i = 0; i < nr_numbers; i++)
		strbuf_addf(text, "%s%" PRId64, i ? ", " : "", numbers[i]);
	strbuf_adds(text, " };\nstatic const char *const sequence_texts[] = { ");
	for (size_t i = 0; i < nr_texts; i++) {
		strbuf_adds(text, i ? ", " : "");
		literal_add_string(text, texts[i], strlen(texts[i]));
	}
	strbuf_adds(text, " };\n\n");
}

static void write_argument(struct strbuf *text, const struct sequence_value *value, unsigned index)
{
	size_t nr_numbers, nr_texts;

	(void)sequence_numbers(&nr_numbers);
	(void)sequence_texts(&nr_texts);
	strbuf_adds(text, index ? ", " : "");
	switch (value->kind) {
	case SEQUENCE_NUMBER:
	case SEQUENCE_FLOAT:
		strbuf_addf(text, "sequence_numbers[args[%u] %% %zu]", index, nr_numbers);
		break;
	case SEQUENCE_TEXT:
		strbuf_addf(text, "sequence_texts[args[%u] %% %zu]", index, nr_texts);
		break;
	case SEQUENCE_POINTER: strbuf_addf(text, "sequence_pointer(args[%u], step)", index); break;
	case SEQUENCE_MALLOC: strbuf_adds(text, "sequence_malloc"); break;
	case SEQUENCE_REALLOC: strbuf_adds(text, "sequence_realloc"); break;
	case SEQUENCE_FREE: strbuf_adds(text, "sequence_free"); break;
	case SEQUENCE_NULL:
	case SEQUENCE_NOTHING: strbuf_adds(text, "NULL"); break;
	}
}

/* Adds the lines that print what CALL, an expression, returns. */
static void write_result(struct strbuf *text, const struct sequence_value *result, const char *call)
{
	bool is_signed;

	switch ((int)result->kind) {
	case SEQUENCE_NUMBER:
		is_signed = literal_is_signed(type_peel(result->type));
		writer_line(text, 3, "printf(\"%%d %%%s\\n\", step, (%s long long)%s);",
			    is_signed ? "lld" : "llu", is_signed ? "signed" : "unsigned", call);
		break;
	case SEQUENCE_FLOAT:
		writer_line(text, 3, "printf(\"%%d %%.17g\\n\", step, (double)%s);", call);
		break;
	case SEQUENCE_TEXT:
		writer_line(text, 3, "sequence_results[step] = (void *)%s;", call);
		writer_line(text, 3, "sequence_print_text(step, sequence_results[step]);");
		break;
	case SEQUENCE_POINTER:
	case SEQUENCE_NULL:
		writer_line(text, 3, "sequence_results[step] = (void *)%s;", call);
		writer_line(text, 3, "sequence_print(step);");
		break;
	default: writer_line(text, 3, "%s;", call);
	}
}

static void write_call(struct strbuf *text, const struct sequence_call *call)
{
	_cleanup_strbuf_ struct strbuf expression = { 0 };

	if (!call->function) {
		writer_line(text, 3, "sequence_results[step] = calloc(1, %" PRIu64 ");",
			    call->result.target->size);
		return;
	}
	if (call->is_hook) {
		strbuf_adds(text, "\t\t\tswitch (args[0]) {\n");
		for (unsigned byte = 0; byte < SEQUENCE_BLOCKS; byte++)
			writer_line(text, 3, "case %u: sequence_hook(%u); break;", byte,
				    sequence_blocks((unsigned char)byte));
		writer_line(text, 3, "}");
	}
	strbuf_addf(&expression, "%s(", call->function->name);
	for (unsigned i = 0; i < call->nr_arguments; i++)
		write_argument(&expression, &call->arguments[i], i);
	strbuf_addc(&expression, ')');
	write_result(text, &call->result, strbuf_get(&expression));
}

/* Has the library allocate memory as it did before. */
static void write_unhook(struct strbuf *text, const struct sequence_api *api)
{
	strbuf_adds(text, "static void sequence_unhook(void)\n{\n");
	for (size_t i = 0; i < api->calls.count; i++) {
		const struct sequence_call *call = &api->calls.items[i];

		if (!call->is_hook)
			continue;
		strbuf_adds(text, "\tif (sequence_is_hooked)\n\t\t");
		sequence_add_unhook(text, call);
		strbuf_adds(text, ";\n");
	}
	strbuf_adds(text, "}\n\n");
}

struct error *sequence_write_program(const struct sequence_api *api, struct program *ret)
{
	static const struct program_options options = { .loops = true };
	_cleanup_free_ char *source = program_source(api->entries, api->function);
	const struct cases_form form = { .include = source,
					 .includes_unit = true,
					 .has_main =
						 function_has_main(api->entries, api->function) };
	struct program program = { 0 };
	const struct writer writer = { .options = &options,
				       .helpers = HELPER_LOOP | HELPER_PAINT | HELPER_STRING };
	_cleanup_free_ unsigned char *zeros = xcalloc(1, SEQUENCE_SIZE);

	if (!source)
		return function_error(api->function,
				      "the name of its source can't be written into a program");
	strbuf_add(&program.seed, zeros, SEQUENCE_SIZE);
	test_file_include(&program.text, &form);
	strbuf_addf(
		&program.text,
		"\n/* Mutants are those of the source alone: remt-off */\n"
		"#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
		"#include <sys/syscall.h>\n#include <sys/uio.h>\n#include <unistd.h>\n\n"
		"#undef " PROGRAM_LOOP "\n#define " PROGRAM_LOOP
		"\nenum { HARNESS_INPUT = %d };\n\n",
		SEQUENCE_SIZE);
	helpers_write(&writer, &program.text);
	write_values(&program.text);
	strbuf_adds(&program.text, pointers);
	strbuf_adds(&program.text, hooks);
	write_unhook(&program.text, api);
	strbuf_adds(&program.text, calls_begin);
	for (size_t i = 0; i < api->calls.count; i++) {
		writer_line(&program.text, 2, "case %zu:", i + 1);
		write_call(&program.text, &api->calls.items[i]);
		writer_line(&program.text, 3, "break;");
	}
	strbuf_adds(&program.text, calls_end);
	*ret = program;
	return NULL;
}
