/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/writer.h"

#include <stdarg.h>
#include <string.h>

#include "caller/function.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

static struct writer_part *find_part(struct writer *writer, const char *ident,
				     enum writer_role role)
{
	for (size_t i = 0; i < writer->parts.count; i++) {
		struct writer_part *part = &writer->parts.items[i];

		if (part->role == role && strcmp(part->ident, ident) == 0)
			return part;
	}
	return NULL;
}

bool writer_begin(struct writer *writer, const char *ident, enum writer_role role, char *head)
{
	struct writer_part *part = find_part(writer, ident, role);

	if (part) {
		part->is_early |= !part->is_done;
		free(head);
		return false;
	}
	part = vec_add(&writer->parts);
	part->ident = xstrdup(ident);
	part->role = role;
	part->head = head;
	return true;
}

void writer_end(struct writer *writer, const char *ident, enum writer_role role,
		struct strbuf *body)
{
	struct writer_part *part = find_part(writer, ident, role);

	strbuf_addf(&writer->functions, "%s\n{\n%s}\n\n", part->head, strbuf_get(body));
	strbuf_truncate(body, 0);
	part->is_done = true;
}

void writer_note(struct writer *writer, const char *format, ...)
{
	_cleanup_free_ char *note = NULL;
	va_list args;

	va_start(args, format);
	note = xvasprintf(format, args);
	va_end(args);
	strv_append_once(&writer->program->notes, note);
}

void writer_line(struct strbuf *text, unsigned level, const char *format, ...)
{
	va_list args;

	for (unsigned i = 0; i < level; i++)
		strbuf_addc(text, '\t');
	va_start(args, format);
	strbuf_addvf(text, format, args);
	va_end(args);
	strbuf_addc(text, '\n');
}

bool writer_has_global(const struct writer *writer, const struct entry *entry)
{
	return function_has_global(writer->entries, writer->function, entry) &&
	       !strv_contains(writer->options->without, entry->name);
}
