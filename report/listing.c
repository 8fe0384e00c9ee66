/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/listing.h"

#include <inttypes.h>
#include <string.h>

#include "common/strbuf.h"

static bool is_next(const struct report_model *model, size_t first, size_t mutant)
{
	return mutant == first || model->mutants[mutant].store.site_column !=
					  model->mutants[mutant - 1].store.site_column;
}

const char *listing_instruction(const char *description, size_t *size)
{
	const char *end = strstr(description, "' becomes '");

	*size = description[0] == '\'' && end ? (size_t)(end - description - 1) : 0;
	return *size ? description + 1 : description;
}

static void put_instruction(struct strbuf *text, const char *description)
{
	const char *place = strstr(description, "' at ");
	size_t size;
	const char *instruction = listing_instruction(description, &size);

	strbuf_addf(text, "  %-24s  ", place ? place + strlen("' at ") : "");
	strbuf_add(text, instruction, size);
}

bool listing_is_one(const struct report_model *model, const struct report_file *file)
{
	return file->nr_mutants && !model->mutants[file->first_mutant].store.site_line;
}

void listing_write(const struct report_model *model, const struct report_file *file,
		   struct source *ret)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants; m++) {
		const struct store_mutant *mutant = &model->mutants[m].store;

		if (!is_next(model, file->first_mutant, m))
			continue;
		strbuf_addf(&text, "0x%08" PRIx32, mutant->site_column);
		put_instruction(&text, mutant->description);
		strbuf_addc(&text, '\n');
	}
	source_init(ret, strbuf_get(&text), text.length);
}

void listing_find(const struct source *source, const struct report_model *model, size_t first,
		  size_t mutant, struct source_position *ret_start, struct source_position *ret_end)
{
	size_t line = 0, end;

	for (size_t m = first; m <= mutant; m++)
		line += is_next(model, first, m);
	end = line < source->nr_lines ? source->lines[line] - 1 : source->size;
	*ret_start = source_position(source, source->lines[line - 1]);
	*ret_end = source_position(source, end);
}
