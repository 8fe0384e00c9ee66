/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/describe/semantics.h"
#include "plugin/base/compat.h"
#include "plugin/describe/canonical.h"
#include "plugin/describe/canonical_string.h"

#include "toplev.h"

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* True for options that choose paths, messages or files beside the object. */
static bool is_harmless(const char *option)
{
	static const char *const prefixes[] = {
		"-fplugin",
		"-fdiagnostics",
		"-fno-diagnostics",
		"-fmessage-length",
		"-fdebug-prefix-map",
		"-fmacro-prefix-map",
		"-ffile-prefix-map",
		"-frandom-seed",
		"-fdump",
		"-fverbose-asm",
		"-fmax-errors",
		"-fworking-directory",
		"-fno-working-directory",
		"-fdirectives-only",
		"-fpreprocessed",
		"-fcompare-debug",
		"-fmem-report",
		"-ftime-report",
		"-fchecking",
		"-fno-checking",
		"-fself-test",
		"-fcallgraph-info",
		"-fstack-usage",
		"-fsave-optimization-record",
		"-fopt-info",
		"-fshow-column",
		"-fpch",
		"-ftrack-macro-expansion",
		"-finput-charset",
		"-fdeps",
	};

	for (const char *prefix : prefixes)
		if (starts_with(option, prefix))
			return true;
	return false;
}

static bool is_semantic(const char *option)
{
	return (starts_with(option, "-f") || starts_with(option, "-m") ||
		starts_with(option, "-O") || starts_with(option, "-std=") ||
		starts_with(option, "-ansi") || starts_with(option, "-traditional") ||
		starts_with(option, "--param")) &&
	       !is_harmless(option);
}

char *semantics_options(void)
{
	text t;

	for (unsigned i = 1; i < save_decoded_options_count; i++) {
		const char *option = save_decoded_options[i].orig_option_with_args_text;

		if (!option || !is_semantic(option))
			continue;
		if (t.length())
			t.add(' ');
		t.add(option);
	}
	return xstrndup(t.length() ? t.bytes.address() : "", t.length());
}

/* True for a plugin's option that names remt's own plugin, in whatever directory. */
static bool names_us(const char *option)
{
	const char *name = option + strlen("-fplugin="), *slash = strrchr(name, '/');

	return starts_with(slash ? slash + 1 : name, "remt");
}

/* True for options that decide what text the compiler sees, and for those of plugins. */
static bool is_of_source(const char *option)
{
	static const char *const prefixes[] = {
		"-A",
		"-D",
		"-I",
		"-U",
		"-finput-charset",
		"-fmacro-prefix-map",
		"-ffile-prefix-map",
		"-fpreprocessed",
		"-fdirectives-only",
		"-fplugin-arg-remt-",
		"-idirafter",
		"-imacros",
		"-include",
		"-iprefix",
		"-iquote",
		"-isysroot",
		"-isystem",
		"-iwithprefix",
		"-nostdinc",
		"-p",
		"-remap",
		"-trigraphs",
		"-undef",
	};

	if (starts_with(option, "-fplugin="))
		return !names_us(option);
	if (starts_with(option, "-pedantic"))
		return false;
	for (const char *prefix : prefixes)
		if (starts_with(option, prefix))
			return true;
	return false;
}

char *semantics_command(void)
{
	text t;

	t.add("c\n");
	for (unsigned i = 1; i < save_decoded_options_count; i++) {
		const cl_decoded_option *option = &save_decoded_options[i];
		const char *const *words = option->canonical_option;

		if (option->opt_index >= N_OPTS || !words[0] ||
		    (!is_semantic(words[0]) && !is_of_source(words[0])))
			continue;
		for (size_t k = 0; k < option->canonical_option_num_elements; k++) {
			if (strchr(words[k], '\n'))
				return xstrdup("");
			t.add(words[k]);
			t.add('\n');
		}
	}
	return xstrndup(t.bytes.address(), t.length());
}

/* A string, or from GCC 15 on an ASM_EXPR with operands, which may name variables and functions. */
static void add_assembly(canonical *c, tree text)
{
	if (TREE_CODE(text) == STRING_CST)
		canonical_bytes(&c->t, TREE_STRING_POINTER(text), TREE_STRING_LENGTH(text), 1);
	else
		canonical_operand(c, text);
}

text_hashes semantics_assembly(void)
{
	canonical c;

	for (asm_node *node = compat_next_assembly(symtab->first_asm_symbol()); node;
	     node = compat_next_assembly(node->next))
		add_assembly(&c, node->asm_str);
	return c.t.is_empty() ? text_hashes{} : c.t.hashes();
}
