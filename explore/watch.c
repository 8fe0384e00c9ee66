/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/watch.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/unit.h"

struct place {
	uint64_t uid;
	uint32_t function;
	/* of a block its index; of a function whether compiled code may have its address */
	uint32_t what;
	uint32_t join; /* of a block that is seen */
};

static VEC(struct place) blocks;
static VEC(struct place) functions;
static VEC(struct place) seen;
static bool is_incomplete, is_on;

static struct error *read_line(const char *line)
{
	struct place place = { 0 };
	bool is_block = sscanf(line, "block %" SCNx64 " %" SCNu32 " %" SCNu32, &place.uid,
			       &place.function, &place.what) == 3;

	if (is_block)
		vec_push(&blocks, place);
	else if (sscanf(line, "function %" SCNx64 " %" SCNu32 " %" SCNu32, &place.uid,
			&place.function, &place.what) == 3)
		vec_push(&functions, place);
	else if (sscanf(line, "seen %" SCNx64 " %" SCNu32 " %" SCNu32 " %" SCNu32, &place.uid,
			&place.function, &place.what, &place.join) == 4)
		vec_push(&seen, place);
	else
		return error_create(ERROR_UNUSABLE, "a list of watched blocks makes no sense");
	return NULL;
}

struct error *watch_read(const char *path)
{
	_cleanup_fclose_ FILE *file = path && *path ? fopen(path, "re") : NULL;
	char line[128];
	struct error *err = NULL;

	if (!path || !*path)
		return NULL;
	is_on = true;
	if (!file)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	while (!err && fgets(line, sizeof(line), file))
		err = read_line(line);
	return err;
}

static bool is_of(const struct place *place, const struct code *code)
{
	return place->uid == code->unit->ir->uid &&
	       place->function == (uint32_t)(code->entry - code->unit->ir->entries);
}

/* Sets VALUE at the block of PLACE, if it is one of CODE's, in *LIST, which is made if it is NULL. */
static void set_at(uint32_t **list, const struct code *code, const struct place *place,
		   uint32_t value)
{
	uint32_t nr_blocks = code->function.nr_blocks;

	if (!is_of(place, code) || place->what >= nr_blocks)
		return;
	if (!*list) {
		*list = xcalloc(nr_blocks, sizeof(**list));
		memset(*list, 0xff, nr_blocks * sizeof(**list));
	}
	(*list)[place->what] = value;
}

const uint32_t *watch_blocks(const struct code *code)
{
	uint32_t *ret = NULL;

	for (size_t i = 0; i < seen.count; i++)
		set_at(&ret, code, &seen.items[i], (uint32_t)(blocks.count + i));
	for (size_t i = 0; i < blocks.count; i++)
		set_at(&ret, code, &blocks.items[i], (uint32_t)i);
	return ret;
}

const uint32_t *watch_joins(const struct code *code)
{
	uint32_t *ret = NULL;

	for (size_t i = 0; i < seen.count; i++)
		set_at(&ret, code, &seen.items[i], seen.items[i].join);
	return ret;
}

/* True if all calls of CODE come to the evaluator. HAS_ADDRESS: compiled code may have its address. */
static bool is_evaluated(const struct code *code, bool has_address)
{
	if (code->refusal)
		return false;
	/*
	 * Without an address nobody calls the compiled function; without others' pointers, only evaluated code does, as
	 * libraries find no function of the program's by its name (export.h), or the path says that they may.
	 */
	return !code->undiverted || !code->address || !has_address;
}

static int add_library(struct dl_phdr_info *info, size_t size, void *arg)
{
	uint64_t *hash = arg;
	struct stat st;
	uint64_t state[5] = { *hash };

	(void)size;
	/* The program has no name, nor has what the kernel maps a file. */
	if (!*info->dlpi_name || stat(info->dlpi_name, &st) < 0)
		return 0;
	state[1] = st.st_dev;
	state[2] = st.st_ino;
	state[3] = (uint64_t)st.st_size;
	state[4] = (uint64_t)st.st_mtim.tv_sec ^ (uint64_t)st.st_mtim.tv_nsec << 32;
	*hash = hash_bytes(state, sizeof(state));
	return 0;
}

uint64_t watch_libraries(void)
{
	uint64_t hash = 0;

	dl_iterate_phdr(add_library, &hash);
	return hash;
}

static struct place *wanted;
static bool is_found;

static void look_at(struct code *code)
{
	if (!is_of(wanted, code))
		return;
	is_found |= code->unit->is_program;
	is_incomplete |= !is_evaluated(code, wanted->what);
}

/* Of libraries it is not known what has changed. */
static void look_at_library(struct code *code)
{
	is_incomplete |= !code->unit->is_program;
}

bool watch_is_complete(void)
{
	if (is_on)
		units_each_code(look_at_library);
	for (size_t i = 0; i < functions.count; i++) {
		wanted = &functions.items[i];
		is_found = false;
		units_each_code(look_at);
		is_incomplete |= !is_found;
	}
	return !is_incomplete;
}
