/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reasons why runs that come to no changed block might differ all the same: what no graph tells. Where there is one,
 * nothing is left out.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strbuf.h"
#include "paths/change_state.h"
#include "paths/recording.h"
#include "sites/foreign.h"
#include "sites/linkage.h"
#include "sites/resolution.h"

/* True if the file PATH of SIDE has code that no graph tells of, or that is not known. */
static bool has_foreign(const struct side *side, const char *path)
{
	struct foreign foreign;
	struct error *err = NULL;
	bool ret = side->version.files.count != 1;

	if (ret)
		return true;
	err = foreign_read(path, &side->version.files.items[0].tables, &foreign);
	if (!err)
		ret = foreign_name(&foreign) || foreign.is_stripped || foreign.is_optimized;
	if (!err)
		foreign_deinit(&foreign);
	error_destroy(err);
	return ret || err;
}

/* Assembly may do what no graph shows. */
static bool has_assembly(const struct program *program)
{
	for (size_t u = 0; u < program->units.count; u++) {
		if (program->units.items[u].table->header->assembly)
			return true;
	}
	return false;
}

/* True if both programs are loaded alike. */
static bool are_linked_alike(const char *const programs[2])
{
	uint64_t hashes[2] = { 0 };
	struct error *err = NULL;

	for (unsigned i = 0; i < 2 && !err; i++)
		err = linkage_read(programs[i], &hashes[i]);
	error_destroy(err);
	return !err && hashes[0] == hashes[1];
}

/* What the linker decided (sites/resolution.h); NULL: it is not known. */
static char *read_resolution(const struct side *side, const char *path)
{
	char *ret = NULL;

	error_destroy(resolution_read(path, &side->version.files.items[0].tables, &ret));
	return ret;
}

/* Adds the facts of KIND. */
static void add_facts(struct strbuf *text, const char *resolution, const char *kind)
{
	const char *at = resolution, *rest;
	size_t size;

	while (resolution_next(kind, &at, &rest, &size)) {
		strbuf_addf(text, "%s ", kind);
		strbuf_add(text, rest, size);
		strbuf_addc(text, '\n');
	}
}

/* True if names were resolved alike in both programs. */
static bool are_resolved_alike(char *const resolutions[2])
{
	static const char *const kinds[] = { "wrap", "ifunc", "section", "through", "file" };
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };
	struct strbuf *const texts[2] = { &old, &new };

	for (unsigned i = 0; i < 2; i++) {
		for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
			add_facts(texts[i], resolutions[i], kinds[k]);
	}
	return strcmp(strbuf_get(&old), strbuf_get(&new)) == 0;
}

static const char *doubt_linked(const struct change *change, const char *const programs[2])
{
	char *resolutions[2] = { NULL, NULL };
	const char *ret = NULL;

	for (unsigned i = 0; i < 2 && !ret; i++) {
		resolutions[i] = read_resolution(&change->sides[i], programs[i]);
		if (!resolutions[i])
			ret = "what the linker decided is not known";
	}
	if (!ret && !are_resolved_alike(resolutions))
		ret = "the linker resolved names in other ways";
	free(resolutions[0]);
	free(resolutions[1]);
	return ret;
}

static const char *doubt_side(const struct side *side, const char *path)
{
	if (side->watched.count > RECORDING_MAX_WATCHED)
		return "too much has changed";
	if (has_foreign(side, path))
		return "a program is stripped, or has code that was not built with remt";
	if (has_assembly(side->version.program))
		return "a program has assembly";
	return NULL;
}

void change_doubt_find(struct change *change, const char *const programs[2])
{
	for (unsigned i = 0; i < 2 && !change->doubt; i++)
		change->doubt = doubt_side(&change->sides[i], programs[i]);
	if (!change->doubt && !are_linked_alike(programs))
		change->doubt = "the programs are linked with other libraries";
	if (!change->doubt && !change->is_ordered)
		change->doubt = "the programs are linked in another order";
	if (!change->doubt)
		change->doubt = doubt_linked(change, programs);
}
