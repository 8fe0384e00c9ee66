/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/output.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/path.h"
#include "common/print.h"

static const struct {
	const char *name;
	enum gen_format format;
} formats[] = {
	{ "text", GEN_FORMAT_TEXT },
	{ "json", GEN_FORMAT_JSON },
	{ "html", GEN_FORMAT_PAGE },
};

bool gen_output_choose(struct gen_output *output, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		if (strcmp(formats[i].name, name) == 0) {
			output->format = formats[i].format;
			output->has_format = true;
			return true;
		}
	}
	return false;
}

void gen_output_guess(struct gen_output *output)
{
	const char *name = output->path ? path_basename(output->path) : "";
	const char *end = strrchr(name, '.');

	if (end && end > name && !output->has_format && !gen_output_choose(output, end + 1))
		output->format = GEN_FORMAT_TEXT;
}

struct error *gen_output_open(struct gen_output *output)
{
	void *shared;

	if (!output->path)
		return NULL;
	shared = mmap(NULL, sizeof(*output->end), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with a child");
	output->end = shared;
	return destination_open(output->path, &output->file);
}

FILE *gen_output_stream(const struct gen_output *output)
{
	return output->path ? output->file.stream : stdout;
}

struct error *gen_output_finish(const struct gen_output *output, const char *verdict, bool is_whole)
{
	struct error *err;

	/* Standard output is closed, and checked, at the end. */
	if (!output->path)
		return NULL;
	err = destination_flush((struct destination *)&output->file);
	snprintf(output->end->verdict, sizeof(output->end->verdict), "%s", verdict);
	output->end->is_complete = !err && is_whole;
	return err;
}

/* True if PATH is a file that is not standard output by another name. */
static bool is_file_apart(const char *path)
{
	struct stat file, standard;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
	       (fstat(STDOUT_FILENO, &standard) < 0 || standard.st_dev != file.st_dev ||
		standard.st_ino != file.st_ino);
}

struct error *gen_output_close(struct gen_output *output)
{
	struct error *err;

	if (!output->file.stream)
		return NULL;
	if (!output->end->is_complete) {
		destination_abandon(&output->file);
		return NULL;
	}
	err = destination_close(&output->file);
	if (!err && is_file_apart(output->path))
		print_to(stdout, "%s: %s\n", output->path, output->end->verdict);
	return err;
}
