/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/more.h"

#include "caller/function.h"

enum { NR_TEXTS = 8 };

static const char doubles[] = "0.5, 1.0, -2.25, 1e10";
#define TEXTS "\"12\", \"ab\", \"-3\", \"x y\", \"7\", \"\", \"0.5\", \"A\""

/* clang-format off */
const char more_text[] =
"#include <sys/mman.h>\n"
"\n"
"enum { HARNESS_MORE = 8, HARNESS_MORE_SIZE = 64 };\n"
"\n"
"static const char harness_more_texts[HARNESS_MORE][HARNESS_MORE_SIZE] = {\n"
"	" TEXTS "\n"
"};\n"
"\n"
"/* An argument of those without a name: text INDEX, which lies at the same address in each run. */\n"
"static char *harness_more(size_t index)\n"
"{\n"
"	static char *texts;\n"
"\n"
"	if (!texts) {\n"
"		texts = mmap((void *)0x10203000, 4096, PROT_READ | PROT_WRITE,\n"
"			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);\n"
"		if (texts == MAP_FAILED)\n"
"			exit(2);\n"
"		texts += 64 + 8;\n"
"		memcpy(texts, harness_more_texts, sizeof(harness_more_texts));\n"
"	}\n"
"	return texts + index * HARNESS_MORE_SIZE;\n"
"}\n"
"\n"
"static void harness_print_more(void)\n"
"{\n"
"	for (size_t i = 0; i < HARNESS_MORE; i++) {\n"
"		if (memcmp(harness_more(i), harness_more_texts[i], HARNESS_MORE_SIZE) == 0)\n"
"			continue;\n"
"		printf(\"more[%zu]:\", i);\n"
"		harness_print_bytes(harness_more(i), HARNESS_MORE_SIZE);\n"
"	}\n"
"}\n"
"\n";
/* clang-format on */

void more_call(struct writer *writer, struct strbuf *call)
{
	if (!function_takes_more(writer->entries, writer->function))
		return;
	writer->helpers |= HELPER_MORE | HELPER_BYTES;
	for (unsigned i = 0; i < NR_TEXTS; i++)
		strbuf_addf(call, ", harness_more(%u)", i);
	strbuf_addf(call, ", (void *)0, %s", doubles);
}

void more_show(struct writer *writer)
{
	if (writer->helpers & HELPER_MORE)
		writer_line(&writer->body, 1, "harness_print_more();");
}

void more_add_test(struct strbuf *setup, struct strbuf *call)
{
	strbuf_addf(setup, "\tchar more[%d][64] = { " TEXTS " };\n", (int)NR_TEXTS);
	for (unsigned i = 0; i < NR_TEXTS; i++)
		strbuf_addf(call, ", more[%u]", i);
	strbuf_addf(call, ", (void *)0, %s", doubles);
}
