/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/describe/semantics.h"
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

text_hashes semantics_assembly(void)
{
	text_pair t;

	for (asm_node *node = symtab->first_asm_symbol(); node; node = node->next)
		canonical_bytes(&t, TREE_STRING_POINTER(node->asm_str),
				TREE_STRING_LENGTH(node->asm_str), 1);
	return t.is_empty() ? text_hashes{} : t.hashes();
}
