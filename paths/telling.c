/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/telling.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "paths/scout.h"

struct error *telling_open(const struct trial_scout *scout, size_t nr_places, struct telling *ret)
{
	*ret = (struct telling){ .file = -1, .nr_places = nr_places };
	if (!scout->level)
		return NULL;
	ret->now = xcalloc(ret->nr_places + 1, 1);
	ret->nr_runs = xcalloc(ret->nr_places + 1, sizeof(*ret->nr_runs));
	ret->file = open(scout->level, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	return ret->file < 0 ? error_errno(ERROR_UNUSABLE, errno, "%s", scout->level)
			     : telling_reset(ret);
}

/* Not by memory: a run that made the file shorter would end this process by its next look. */
struct error *telling_reset(struct telling *telling)
{
	size_t size = 1 + telling->nr_places;
	_cleanup_free_ unsigned char *away = xcalloc(size, 1);

	telling->is_read = false;
	if (telling->file >= 0 && pwrite(telling->file, away, size, 0) != (ssize_t)size)
		return error_errno(ERROR_UNUSABLE, errno, "what scouts tell");
	return NULL;
}

/* Notes that the run came to no other changed places than it has told. */
static void note_set(struct telling *telling)
{
	telling->is_new_set =
		telling->set && slots_find(&telling->sets, telling->set) == SLOTS_NONE;
	if (telling->is_new_set)
		slots_add(&telling->sets, telling->set, 0);
}

/* Notes that a run came to PLACE. */
static void note(struct telling *telling, size_t place)
{
	bool is_line = telling->now[place] == SCOUT_LINE + 1;

	if (telling->now[place] > 1)
		telling->set = hash_bytes(&place, sizeof(place)) ^ (telling->set * 31);
	telling->nr_new += !telling->nr_runs[place];
	if (telling->nr_runs[place] < UINT32_MAX)
		telling->nr_runs[place]++;
	if (is_line && (telling->rarest == SIZE_MAX ||
			telling->nr_runs[place] < telling->nr_runs[telling->rarest]))
		telling->rarest = place;
}

unsigned telling_read(struct telling *telling)
{
	unsigned char level;
	ssize_t size;

	if (telling->is_read)
		return telling->level;
	telling->is_read = true;
	telling->nr_new = 0;
	telling->set = 0;
	telling->is_new_set = false;
	telling->rarest = SIZE_MAX;
	telling->level = SCOUT_AWAY;
	if (telling->file < 0 || pread(telling->file, &level, 1, 0) != 1)
		return SCOUT_AWAY;
	size = pread(telling->file, telling->now, telling->nr_places, 1);
	for (ssize_t i = 0; i < size; i++) {
		if (telling->now[i])
			note(telling, (size_t)i);
	}
	note_set(telling);
	/* A program may write anywhere. */
	telling->level = level > SCOUT_LINE ? SCOUT_LINE : level;
	return telling->level;
}

void telling_close(struct telling *telling)
{
	if (telling->file >= 0)
		close(telling->file);
	free(telling->now);
	free(telling->nr_runs);
	slots_deinit(&telling->sets);
}
