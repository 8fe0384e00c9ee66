/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/show_binary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "report/listing.h"

/* The source may have changed since then; nothing tells that. */
static void print_line(const char *root, const struct store_mutant *mutant)
{
	struct source source;
	size_t begin, end;
	struct error *err = mutant->site_line ? source_read(root, mutant->file, &source) : NULL;

	if (!mutant->site_line || err) {
		error_destroy(err);
		return;
	}
	if (source_find(&source, mutant->site_line, 1, &begin)) {
		for (end = begin; end < source.size && source.text[end] != '\n';)
			end++;
		print("  %" PRIu32 " | ", mutant->site_line);
		print_lines(stdout, source.text + begin, end - begin);
		print("\n");
	}
	source_deinit(&source);
}

void show_binary_change(const char *root, const struct store_mutant *mutant)
{
	size_t size;
	const char *before = listing_instruction(mutant->description, &size);

	print_line(root, mutant);
	print("- %.*s\n+ %s\n", (int)size, before, mutant->replacement);
}

/* A search for the file that has a mutant. */
struct search {
	uint64_t uid;
	uint32_t module;
	char *path; /* owned */
};

static struct error *take_unit(void *arg, const struct store_instance *instance)
{
	struct search *search = arg;

	search->uid = instance->uid;
	return NULL;
}

static struct error *take_link(void *arg, const struct store_link *link)
{
	struct search *search = arg;

	if (link->uid == search->uid)
		search->module = link->module;
	return NULL;
}

static struct error *take_module(void *arg, const struct store_module *module)
{
	struct search *search = arg;

	if (module->module == search->module && !search->path)
		search->path = xstrdup(module->path);
	return NULL;
}

struct error *show_binary_command(struct store *store, const struct store_mutant *mutant)
{
	struct search search = { 0 };
	struct error *err = store_each_instance(store, mutant->key, take_unit, &search);

	if (!err)
		err = store_each_link(store, take_link, &search);
	if (!err)
		err = store_each_module(store, take_module, &search);
	if (!err && search.path) {
		_cleanup_free_ char *path = shell_quote_visible(search.path);

		print("on the disk:\n  remt patch %s --mutate=%s -o COPY\n", path, mutant->id);
	}
	free(search.path);
	return err;
}
