/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/debug_text.h"

#include <inttypes.h>
#include <string.h>

/* Writes TEXT as a part of a line: without line ends. */
static void write_text(FILE *out, const char *text)
{
	for (; *text; text++)
		putc(*text == '\n' ? '?' : *text, out);
}

static void write_path(FILE *out, const struct debug_position *position)
{
	if (position->file[0] != '/' && position->directory) {
		write_text(out, position->directory);
		putc('/', out);
	}
	write_text(out, position->file);
}

static unsigned known(uint64_t number)
{
	return number <= INT32_MAX ? (unsigned)number : 0;
}

void debug_write_row(FILE *out, const struct spot *spot, const struct debug_position *position,
		     bool is_statement)
{
	fprintf(out, "l %" PRIx32 " %" PRIx64 " %x %x %d ", spot->section, spot->address,
		known(position->line), known(position->column), is_statement);
	if (position->file)
		write_path(out, position);
	putc('\n', out);
}

void debug_write_inlined(FILE *out, const struct spot *spot, uint64_t end, const char *function,
			 const struct debug_position *call)
{
	fprintf(out, "i %" PRIx32 " %" PRIx64 " %" PRIx64 " %x %x %zx ", spot->section,
		spot->address, end, known(call->line), known(call->column), strlen(function));
	write_text(out, function);
	if (call->file)
		write_path(out, call);
	else
		putc('?', out);
	putc('\n', out);
}

void debug_write_result(FILE *out, const struct spot *spot, bool is_number)
{
	fprintf(out, "%c %" PRIx32 " %" PRIx64 " \n", is_number ? 'n' : 'v', spot->section,
		spot->address);
}

void debug_write_function(FILE *out, uint64_t address, uint64_t size, const char *name)
{
	fprintf(out, "%" PRIx64 " %" PRIx64 " %s\n", address, size,
		name && !strchr(name, '\n') ? name : "");
}

/* Writes a line of KIND, unless TEXT is NULL. */
static void write_line(FILE *out, char kind, const char *text)
{
	if (!text)
		return;
	fprintf(out, "%c ", kind);
	write_text(out, text);
	putc('\n', out);
}

void debug_write_unit(FILE *out, unsigned flags, const char *name, const char *directory,
		      const char *producer)
{
	fprintf(out, "u %x ", flags);
	write_text(out, name ? name : "");
	putc('\n', out);
	write_line(out, 'd', directory);
	write_line(out, 'p', producer);
}

void debug_write_entry(FILE *out, const struct debug_entry *entry)
{
	fprintf(out,
		"e %x %x %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %x %x %" PRIx64 " %" PRIx64
		" ",
		entry->depth, entry->tag, entry->key, entry->type, entry->size, entry->bits,
		entry->encoding, entry->flags, entry->line, entry->offset);
	write_text(out, entry->name ? entry->name : "");
	putc('\n', out);
	write_line(out, 'f', entry->file);
}
