/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_output.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

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
	void *shared;

	if (!output->path)
		return NULL;
	shared = mmap(NULL, sizeof(*output->is_complete), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with a child");
	output->is_complete = shared;
	return destination_open(output->path, &output->file);
}

struct error *gen_output_print(const struct gen_output *output, const struct gen_view *view,
			       bool is_whole)
{
	FILE *out = output->path ? output->file.stream : stdout;
	struct error *err;

	if (output->print)
		output->print(view, out);
	else
		gen_print_text(view, out);
	/* Standard output is closed, and checked, at the end. */
	if (!output->path)
		return NULL;
	err = destination_flush(&output->file);
	*output->is_complete = !err && is_whole;
	return err;
}

struct error *gen_output_close(struct gen_output *output)
{
	if (!output->file.stream)
		return NULL;
	if (*output->is_complete)
		return destination_close(&output->file);
	destination_abandon(&output->file);
	return NULL;
}
