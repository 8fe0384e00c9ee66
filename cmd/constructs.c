/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/constructs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/compiler.h"
#include "common/attr.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "sites/table.h"

/* A construct, in a line of its own: the sample is compiled as it stands. */
struct construct {
	const char *name;
	const char *text;
	const char *op; /* a mutant that it must have */
};

static const struct construct constructs[] = {
	{ "comparisons with constants", "int a(int x) { return x < 5; }", "ORRN:<:<=" },
	{ "comparisons that become bool", "_Bool b(int x, int y) { return x < y; }", "ORRN:<:<=" },
	{ "comparisons of narrow types", "int c(char x, char y) { return x < y; }", "ORRN:<:<=" },
	{ "negated comparisons", "int d(int x, int y) { return !(x < y); }", "OODL:!:!!" },
	{ "minima", "int e(int x, int y) { return x < y ? x : y; }", "ORRN:<:<=" },
	{ "?: of constants", "int f(int x) { return x == 3 ? 1 : 0; }", "ORRN:==:!=" },
	{ "?: with exchanged arms", "int g(int x, int y) { return x ? 0 : y + 1; }", "OAAN:+:-" },
	{ "masks before casts", "unsigned char h(unsigned x) { return (unsigned char)(x & 255); }",
	  "OBBN:&:|" },
	{ "divisions before casts", "long i(int x) { return (long)x / 2; }", "OAAN:/:*" },
	{ "sums of constants", "int j(int x) { return x + 1 + 2; }", "OAAN:+:-" },
	{ "remainders of powers", "unsigned k(unsigned x) { return x % 8; }", "OAAN:%:*" },
	{ "connectors", "int l(int x, int y) { return x > 1 && y > 2; }", "OLLN:&&:||" },
	{ "sums of pointers", "int m(int *p, int n) { return *(p + (n + 1)); }", "OAAN:+:-" },
	{ "left sides of +=", "void n(int *p, int i) { p[i * 2] += 3; }", "OAAN:*:/" },
	{ "constant variables", "int o(int x) { const int y = 3; return x * y; }", "OAAN:*:/" },
	{ "bit-fields", "struct f { int x : 3; }; void p(struct f *s, int n) { s->x = n & 3; }",
	  "OBBN:&:|" },
};

/* Compiles the sample into OBJECT. False: the compiler's message is in DETAIL. */
static bool compile(const char *gcc, const char *plugin, const char *source, const char *object,
		    struct strbuf *detail)
{
	_cleanup_free_ char *flag = xasprintf("-fplugin=%s", plugin), *output = NULL;
	const char *const arguments[] = {
		flag, "-fplugin-arg-remt-preset=all", "-w", "-O2", "-c", "-o", object, source, NULL,
	};
	bool is_compiled = compiler_run(gcc, arguments, &output) == 0;

	if (!is_compiled)
		strbuf_add(detail, output, strcspn(output, "\n"));
	return is_compiled;
}

/* True if LINE has a mutant of the operator OP. */
static bool has_mutant(const struct site_tables *tables, unsigned line, const char *op)
{
	for (size_t t = 0; t < tables->nr_tables; t++) {
		const struct site_table *table = &tables->tables[t];

		for (uint32_t i = 0; i < table->header->mutants.count; i++) {
			const struct remt_mutant *mutant = &table->mutants[i];

			if (mutant->line == line &&
			    strcmp(site_table_string(table, mutant->op_str), op) == 0)
				return true;
		}
	}
	return false;
}

/* Compares the tables with the constructs, of which construct N is in line N + 1. */
static bool compare(const struct site_tables *tables, struct strbuf *detail)
{
	size_t nr_lost = 0;

	for (size_t i = 0; i < ARRAY_SIZE(constructs); i++) {
		if (!has_mutant(tables, i + 1, constructs[i].op))
			strbuf_addf(detail, "%s%s",
				    nr_lost++ ? ", " : "lost: ", constructs[i].name);
	}
	if (!nr_lost)
		strbuf_addf(detail, "all %zu kinds that GCC might fold have their mutants",
			    ARRAY_SIZE(constructs));
	return nr_lost == 0;
}

static bool check_in(const char *directory, const char *gcc, const char *plugin,
		     struct strbuf *detail)
{
	_cleanup_free_ char *source = path_join(directory, "sample.c");
	_cleanup_free_ char *object = path_join(directory, "sample.o");
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct site_tables tables = { 0 };
	struct error *err;
	bool is_whole;

	for (size_t i = 0; i < ARRAY_SIZE(constructs); i++)
		strbuf_addf(&text, "%s\n", constructs[i].text);
	err = fs_write_file(source, text.data, text.length);
	if (!err && !compile(gcc, plugin, source, object, detail))
		return false;
	if (!err)
		err = site_tables_read(object, &tables);
	if (err) {
		strbuf_adds(detail, err->message);
		error_destroy(err);
		return false;
	}
	is_whole = compare(&tables, detail);
	site_tables_deinit(&tables);
	return is_whole;
}

bool constructs_check(const char *gcc, const char *plugin, struct strbuf *detail)
{
	const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	_cleanup_free_ char *directory = xasprintf("%s/remt-doctor-XXXXXX", parent);
	bool is_whole;

	if (!mkdtemp(directory)) {
		strbuf_addf(detail, "no directory can be made in %s", parent);
		return false;
	}
	is_whole = check_in(directory, gcc, plugin, detail);
	error_destroy(fs_remove_tree(directory));
	return is_whole;
}
