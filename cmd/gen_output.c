/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_output.h"

#include <string.h>

bool gen_output_choose(struct gen_output *output, const char *name)
{
	static const struct {
		const char *name;
		gen_print_fn *print;
	} formats[] = {
		{ "text", gen_print_text },
		{ "json", gen_print_json },
		{ "html", gen_print_page },
	};

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		if (strcmp(formats[i].name, name) == 0) {
			output->print = formats[i].print;
			return true;
		}
	}
	return false;
}

struct error *gen_output_open(struct gen_output *output)
{
	return output->path ? destination_open(output->path, &output->file) : NULL;
}

struct error *gen_output_print(const struct gen_output *output, const struct gen_view *view)
{
	FILE *out = output->path ? output->file.stream : stdout;

	if (output->print)
		output->print(view, out);
	else
		gen_print_text(view, out);
	/* Standard output is closed, and checked, at the end. */
	return output->path ? destination_flush(&output->file) : NULL;
}

struct error *gen_output_close(struct gen_output *output, bool is_complete)
{
	if (!output->file.stream)
		return NULL;
	if (is_complete)
		return destination_close(&output->file);
	destination_abandon(&output->file);
	return NULL;
}
