/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/section.h"

#include "toplev.h"

/* Returns the bytes as assembler directives. */
static char *as_assembly(const char *name, const vec<char> &bytes)
{
	size_t room = bytes.length() * 5 + bytes.length() / 8 + 256 + strlen(name);
	char *text = XNEWVEC(char, room), *p = text, *end = text + room;

	p += snprintf(p, end - p, "\t.pushsection %s,\"\",@progbits\n\t.balign 8", name);
	for (unsigned i = 0; i < bytes.length(); i += 8) {
		unsigned long long word = 0;

		memcpy(&word, bytes.address() + i, MIN(8, bytes.length() - i));
		if (i % 64 == 0)
			p += snprintf(p, end - p, "\n\t.quad ");
		else
			*p++ = ',';
		p += snprintf(p, end - p, word < 10 ? "%llu" : "0x%llx", word);
	}
	p += snprintf(p, end - p, "\n\t.popsection\n");
	return text;
}

void section_emit(const char *name, const vec<char> &bytes)
{
	char *text = as_assembly(name, bytes);

	symtab->finalize_toplevel_asm(build_string(strlen(text), text));
	free(text);
}
