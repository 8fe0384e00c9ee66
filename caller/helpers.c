/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/helpers.h"

#include "caller/more.h"

/* clang-format off */

static const char input[] =
"static unsigned char harness_blob[HARNESS_INPUT];\n"
"\n"
"/* Reads the input from the file PATH, or from standard input. What is missing at its end is 0. */\n"
"static int harness_read(const char *path)\n"
"{\n"
"	FILE *file = path ? fopen(path, \"rb\") : stdin;\n"
"\n"
"	if (!file) {\n"
"		perror(path);\n"
"		return 0;\n"
"	}\n"
"	if (fread(harness_blob, 1, sizeof(harness_blob), file) == 0 && ferror(file)) {\n"
"		perror(\"harness\");\n"
"		return 0;\n"
"	}\n"
"	if (path)\n"
"		fclose(file);\n"
"	return 1;\n"
"}\n"
"\n";

/* As PROGRAM_LOOP and PROGRAM_LOOP_END say. A call may take two seconds, and a quarter of one of a processor. */
static const char loop[] =
"#ifdef HARNESS_LOOP\n"
"#include <fcntl.h>\n"
"#include <sys/time.h>\n"
"#include <sys/wait.h>\n"
"#include <unistd.h>\n"
"\n"
"/* Makes a process for each input. Returns in these alone, or if the environment does not ask for it. */\n"
"static void harness_loop(void)\n"
"{\n"
"	size_t size = 0;\n"
"\n"
"	while (getenv(\"HARNESS_LOOP\")) {\n"
"		long got = (long)read(0, harness_blob + size, sizeof(harness_blob) - size);\n"
"		int status = 0, child;\n"
"\n"
"		if (got <= 0)\n"
"			exit(0);\n"
"		size += (size_t)got;\n"
"		if (size < sizeof(harness_blob))\n"
"			continue;\n"
"		size = 0;\n"
"		fflush(NULL);\n"
"		child = (int)fork();\n"
"		if (child == 0) {\n"
"			close(0);\n"
"			open(\"/dev/null\", O_RDONLY);\n"
"			dup2(1, 2);\n"
"			struct itimerval quarter = { { 0, 0 }, { 0, 250000 } };\n"
"\n"
"			setitimer(ITIMER_PROF, &quarter, NULL);\n"
"			alarm(2);\n"
"			return;\n"
"		}\n"
"		if (child < 0 || waitpid(child, &status, 0) < 0)\n"
"			exit(3);\n"
"		printf(\"\\n\\001harness %d\\n\", status);\n"
"	}\n"
"}\n"
"#endif\n"
"\n";

static const char paint[] =
"/*\n"
" * Fills the stack below the caller with the byte $HARNESS_PAINT, so that what a function reads there without setting it\n"
" * is not what happens to lie there. Its own variables do not lie there, either: that would leave a part as it was.\n"
" */\n"
"static __attribute__((noinline, no_stack_protector)) void harness_paint(void)\n"
"{\n"
"	static const char *byte;\n"
"	static unsigned char number;\n"
"	static size_t i;\n"
"	volatile unsigned char room[1 << 16];\n"
"\n"
"	byte = getenv(\"HARNESS_PAINT\");\n"
"	number = byte ? (unsigned char)strtol(byte, NULL, 10) : 0;\n"
"	for (i = 0; i < sizeof(room); i++)\n"
"		room[i] = number;\n"
"}\n"
"\n";

static const char take[] =
"static size_t harness_at; /* how much of the input is taken */\n"
"\n"
"/* Takes the next bytes of the input. */\n"
"static void harness_take(void *to, size_t size)\n"
"{\n"
"	size_t left = sizeof(harness_blob) - harness_at;\n"
"\n"
"	size = size < left ? size : left;\n"
"	memcpy(to, harness_blob + harness_at, size);\n"
"	harness_at += size;\n"
"}\n"
"\n";

static const char number[] =
"static unsigned long long harness_number(size_t size)\n"
"{\n"
"	unsigned char bytes[8] = { 0 };\n"
"	unsigned long long number = 0;\n"
"\n"
"	harness_take(bytes, size);\n"
"	while (size > 0)\n"
"		number = number << 8 | bytes[--size];\n"
"	return number;\n"
"}\n"
"\n";

static const char objects[] =
"/* Memory that arguments lead to. Pointers are printed by the numbers of these. */\n"
"struct harness_object {\n"
"	char *memory;\n"
"	size_t count, size;\n"
"	void (*print)(const void *memory); /* one element; NULL: all are bytes */\n"
"	int depth;                         /* how many pointers may still follow */\n"
"	int is_freed;\n"
"};\n"
"\n"
"static struct harness_object harness_objects[HARNESS_OBJECTS];\n"
"static size_t harness_nr_objects;\n"
"\n";

static const char adding[] =
"static struct harness_object *harness_add(void *memory, size_t count, size_t size,\n"
"					  void (*print)(const void *memory), int depth)\n"
"{\n"
"	struct harness_object *object = &harness_objects[harness_nr_objects++];\n"
"\n"
"	object->memory = memory;\n"
"	object->count = count;\n"
"	object->size = size;\n"
"	object->print = print;\n"
"	object->depth = depth;\n"
"	return object;\n"
"}\n"
"\n";

static const char finding[] =
"/* Finds the object that POINTER leads into, or to the end of; NULL: there is none. */\n"
"static struct harness_object *harness_find(const void *pointer)\n"
"{\n"
"	for (size_t i = 0; pointer && i < harness_nr_objects; i++) {\n"
"		struct harness_object *object = &harness_objects[i];\n"
"\n"
"		if (!object->is_freed && (uintptr_t)pointer - (uintptr_t)object->memory <=\n"
"						 object->count * object->size)\n"
"			return object;\n"
"	}\n"
"	return NULL;\n"
"}\n"
"\n";

static const char freeing[] =
"/* %s these two in place of free() and realloc(): what is freed can't be printed. */\n"
"%svoid %s_free(void *memory)\n"
"{\n"
"	struct harness_object *object = harness_find(memory);\n"
"\n"
"	if (object)\n"
"		object->is_freed = 1;\n"
"	%s_free(memory);\n"
"}\n"
"\n"
"/* Always moves, so that old pointers lead elsewhere in each version of the unit. */\n"
"void *%s_realloc(void *memory, size_t size)\n"
"{\n"
"	struct harness_object *object = harness_find(memory);\n"
"	size_t old = object ? object->count * object->size : 0;\n"
"	void *moved = object && size ? malloc(size) : %s_realloc(memory, size);\n"
"\n"
"	if (!object || (size && !moved))\n"
"		return moved;\n"
"	if (moved) {\n"
"		memcpy(moved, memory, size < old ? size : old);\n"
"		object->memory = moved;\n"
"		object->count = (size < old ? size : old) / object->size;\n"
"		%s_free(memory);\n"
"	} else {\n"
"		object->is_freed = 1;\n"
"	}\n"
"	return moved;\n"
"}\n"
"\n";

static const char making[] =
"/* Makes zeroed elements. NULL if no more pointers may follow. */\n"
"static void *harness_object(size_t count, size_t size, void (*print)(const void *memory), int depth)\n"
"{\n"
"	if (depth == 0)\n"
"		return NULL;\n"
"	return harness_add(calloc(count, size), count, size, print, depth - 1)->memory;\n"
"}\n"
"\n"
"static void *harness_made(void *object)\n"
"{\n"
"	return object;\n"
"}\n"
"\n";

/* What a pointer leads to takes its part of the input if the pointer is NULL, too: all else keeps its place. */
static const char making_null[] =
"static int harness_nulls; /* how many objects are being made that no pointer leads to, one in the other */\n"
"\n"
"/*\n"
" * Makes zeroed elements. NULL if no more pointers may follow. harness_made() is NULL if the next byte of the input is 0, or for\n"
" * what such an object leads to.\n"
" */\n"
"static void *harness_object(size_t count, size_t size, void (*print)(const void *memory), int depth)\n"
"{\n"
"	if (depth == 0)\n"
"		return NULL;\n"
"	if (harness_number(1) == 0 || harness_nulls > 0) {\n"
"		harness_nulls++;\n"
"		return calloc(count, size);\n"
"	}\n"
"	return harness_add(calloc(count, size), count, size, print, depth - 1)->memory;\n"
"}\n"
"\n"
"/* Returns what a pointer is set to when its OBJECT is filled. */\n"
"static void *harness_made(void *object)\n"
"{\n"
"	if (!object || harness_nulls == 0)\n"
"		return object;\n"
"	harness_nulls--;\n"
"	__builtin_free(object);\n"
"	return NULL;\n"
"}\n"
"\n";

static const char text_maker[] =
"static void *harness_text(size_t size, int depth)\n"
"{\n"
"	void *text = harness_object(size, 1, NULL, depth);\n"
"\n"
"	if (text)\n"
"		harness_take(text, size - 1);\n"
"	return harness_made(text);\n"
"}\n"
"\n";

static const char buffer[] =
"static void *harness_buffer(size_t count, size_t size, void (*print)(const void *memory), int depth)\n"
"{\n"
"	void *buffer = harness_object(count, size, print, depth);\n"
"\n"
"	if (buffer)\n"
"		harness_take(buffer, count * size);\n"
"	return harness_made(buffer);\n"
"}\n"
"\n";

static const char level[] =
"static int harness_level; /* of indentation */\n"
"\n";

static const char label[] =
"static void harness_label(const char *name)\n"
"{\n"
"	printf(\"%*s%s:\", 2 * harness_level, \"\", name);\n"
"}\n"
"\n";

static const char index_label[] =
"static void harness_index(size_t index)\n"
"{\n"
"	printf(\"%*s[%zu]:\", 2 * harness_level, \"\", index);\n"
"}\n"
"\n";

static const char bytes[] =
"static void harness_print_bytes(const void *memory, size_t size)\n"
"{\n"
"	const unsigned char *bytes = memory;\n"
"\n"
"	for (size_t i = 0; i < size; i++)\n"
"		printf(\" %02x\", bytes[i]);\n"
"	putchar('\\n');\n"
"}\n"
"\n";

static const char pointer[] =
"/* Prints which object POINTER leads to, and how many bytes behind its beginning. */\n"
"static void harness_print_pointer(const void *pointer)\n"
"{\n"
"	const struct harness_object *object = harness_find(pointer);\n"
"	size_t offset = object ? (uintptr_t)pointer - (uintptr_t)object->memory : 0;\n"
"\n"
"	if (!object)\n"
"		puts(pointer ? \" elsewhere\" : \" NULL\");\n"
"	else if (offset)\n"
"		printf(\" -> #%zu + %zu\\n\", (size_t)(object - harness_objects) + 1, offset);\n"
"	else\n"
"		printf(\" -> #%zu\\n\", (size_t)(object - harness_objects) + 1);\n"
"}\n"
"\n";

const char helpers_string_headers[] =
"#include <sys/syscall.h>\n";

static const char string[] =
"/*\n"
" * Prints what can be read of the SIZE bytes at TEXT, or of the string if it is -1. The kernel copies them: a pointer that\n"
" * leads nowhere is told.\n"
" */\n"
"static void harness_print_string(const void *text, long long size)\n"
"{\n"
"	extern long harness_call_kernel(long number, ...) __asm__(\"syscall\");\n"
"	size_t most = size < 0 || size > 256 ? 256 : (size_t)size;\n"
"\n"
"	if (!text) {\n"
"		puts(\" NULL\");\n"
"		return;\n"
"	}\n"
"	for (size_t i = 0; i < most; i++) {\n"
"		unsigned char byte = 0;\n"
"		struct { /* struct iovec: units may have functions of their own that <unistd.h> has */\n"
"			void *at;\n"
"			size_t size;\n"
"		} to = { &byte, 1 }, from = { (char *)text + i, 1 };\n"
"\n"
"		if (harness_call_kernel(SYS_process_vm_readv, harness_call_kernel(SYS_getpid), &to, 1L, &from, 1L, 0L) != 1) {\n"
"			printf(\" unreadable\");\n"
"			break;\n"
"		}\n"
"		printf(\" %02x\", byte);\n"
"		if (size < 0 && !byte)\n"
"			break;\n"
"	}\n"
"	putchar('\\n');\n"
"}\n"
"\n";

static const char follow[] =
"static int harness_depth = HARNESS_DEPTH; /* how many pointers may follow what is printed */\n"
"\n"
"/* Prints POINTER. What it leads to becomes an object, if it is none yet. */\n"
"static void harness_follow(const void *pointer, size_t size, void (*print)(const void *memory))\n"
"{\n"
"	if (pointer && harness_depth > 0 && harness_nr_objects < HARNESS_OBJECTS && !harness_find(pointer))\n"
"		harness_add((void *)pointer, 1, size, print, harness_depth - 1);\n"
"	harness_print_pointer(pointer);\n"
"}\n"
"\n";

static const char follow_text[] =
"static void harness_follow_text(const char *text)\n"
"{\n"
"	harness_follow(text, text && !harness_find(text) ? strlen(text) + 1 : 0, NULL);\n"
"}\n"
"\n";

static const char printing[] =
"static void harness_print_objects(void)\n"
"{\n"
"	for (size_t i = 0; i < harness_nr_objects; i++) {\n"
"		const struct harness_object *object = &harness_objects[i];\n"
"\n"
"		printf(\"#%%zu:\", i + 1);\n"
"%s"
"		if (object->is_freed)\n"
"			puts(\" freed\");\n"
"		else if (!object->print)\n"
"			harness_print_bytes(object->memory, object->count * object->size);\n"
"		else if (object->count == 1)\n"
"			object->print(object->memory);\n"
"		else\n"
"			harness_print_elements(object);\n"
"	}\n"
"}\n"
"\n";

static const char elements[] =
"static void harness_print_elements(const struct harness_object *object)\n"
"{\n"
"	putchar('\\n');\n"
"	harness_level++;\n"
"	for (size_t i = 0; i < object->count; i++) {\n"
"		harness_index(i);\n"
"		object->print(object->memory + i * object->size);\n"
"	}\n"
"	harness_level--;\n"
"}\n"
"\n";
/* clang-format on */

/* Writes what stands in place of free(): for the unit by macros, or for all units by the linker. */
static void write_freeing(bool wraps, struct strbuf *text)
{
	const char *ours = wraps ? "__wrap" : "harness", *real = wraps ? "__real" : "__builtin";

	strbuf_addf(text, freeing, wraps ? "All units call" : "The unit calls",
		    wraps ? "void __real_free(void *memory);\n"
			    "void *__real_realloc(void *memory, size_t size);\n"
			    "void __wrap_free(void *memory);\n"
			    "void *__wrap_realloc(void *memory, size_t size);\n\n"
			  : "",
		    ours, real, ours, real, real);
}

static void write_objects(const struct writer *writer, struct strbuf *text)
{
	bool has_null = writer->options->has_null, follows = writer->helpers & HELPER_FOLLOW,
	     makes = writer->helpers & HELPER_MAKE;

	strbuf_adds(text, objects);
	strbuf_adds(text, makes || follows ? adding : "");
	strbuf_adds(text, finding);
	if (makes)
		write_freeing(writer->options->wraps, text);
	if (makes)
		strbuf_adds(text, has_null ? making_null : making);
	strbuf_adds(text, writer->helpers & HELPER_TEXT ? text_maker : "");
	strbuf_adds(text, writer->helpers & HELPER_BUFFER ? buffer : "");
	strbuf_adds(text, writer->helpers & HELPER_POINTER ? pointer : "");
	strbuf_adds(text, follows ? follow : "");
	strbuf_adds(text, writer->helpers & HELPER_FOLLOW_TEXT ? follow_text : "");
	strbuf_adds(text, elements);
	strbuf_addf(text, printing, follows ? "\t\tharness_depth = object->depth;\n" : "");
}

void helpers_write_string(struct strbuf *text)
{
	strbuf_adds(text, helpers_string_headers);
	strbuf_addc(text, '\n');
	strbuf_adds(text, string);
}

void helpers_write(const struct writer *writer, struct strbuf *text)
{
	unsigned helpers = writer->helpers;
	bool has_objects = helpers & HELPER_OBJECTS;

	strbuf_adds(text, input);
	if (helpers & HELPER_LOOP)
		strbuf_adds(text, loop);
	if (helpers & HELPER_MAKE && writer->options->has_null)
		helpers |= HELPER_NUMBER;
	if (helpers & HELPER_PAINT)
		strbuf_adds(text, paint);
	if (helpers & (HELPER_TAKE | HELPER_NUMBER))
		strbuf_adds(text, take);
	if (helpers & HELPER_NUMBER)
		strbuf_adds(text, number);
	if (helpers & (HELPER_LEVEL | HELPER_LABEL | HELPER_INDEX) || has_objects)
		strbuf_adds(text, level);
	if (helpers & HELPER_LABEL)
		strbuf_adds(text, label);
	if (helpers & HELPER_INDEX || has_objects)
		strbuf_adds(text, index_label);
	if (helpers & HELPER_BYTES || has_objects)
		strbuf_adds(text, bytes);
	if (helpers & HELPER_MORE)
		strbuf_adds(text, more_text);
	if (helpers & HELPER_STRING)
		strbuf_adds(text, string);
	if (has_objects)
		write_objects(writer, text);
}
