/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/cover.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "cmd/gen/kill/try.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "runner/job/session.h"

static const struct job covering = { .session_mode = REMT_MODE_COVER };

struct error *gen_kill_cover_open(const struct gen_exploration *exploration,
				  struct gen_kill_cover *ret)
{
	struct error *err;

	*ret = (struct gen_kill_cover){ .exploration = exploration, .runtime = paths_runtime() };
	if (!ret->runtime)
		return error_create(ERROR_UNUSABLE, "remt's run-time library is missing");
	ret->path = path_join(exploration->scratch.path, "session");
	ret->directory = path_join(exploration->scratch.path, "coverage");
	ret->reader = coverage_reader_create(&exploration->mutants.inventory);
	err = session_create(ret->path, &ret->session);
	if (!err)
		session_set_paths(ret->session, ret->directory, NULL);
	return err;
}

void gen_kill_cover_close(struct gen_kill_cover *cover)
{
	if (cover->session)
		munmap(cover->session, sizeof(*cover->session));
	coverage_reader_destroy(cover->reader);
	free(cover->runtime);
	free(cover->path);
	free(cover->directory);
	*cover = (struct gen_kill_cover){ 0 };
}

/* Makes the directory of coverage files, which is empty then. */
static struct error *clear(const struct gen_kill_cover *cover)
{
	struct error *err = fs_exists(cover->directory) ? fs_remove_tree(cover->directory) : NULL;

	if (!err && mkdir(cover->directory, 0777) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", cover->directory);
	return err;
}

/* Reads what the run has left. */
static struct error *read_infected(const struct gen_kill_cover *cover, bool *infects)
{
	const struct gen_mutants *mutants = &cover->exploration->mutants;
	const struct inventory_mutant *first = mutants->inventory.mutants.items;
	bool is_told = cover->session->nr_attached && !cover->session->runtime_error;
	struct coverage coverage;
	struct error *err = coverage_read(cover->reader, cover->directory, &coverage);

	if (err)
		return err;
	for (size_t i = 0; i < mutants->items.count; i++) {
		const struct inventory_mutant *row = mutants->items.items[i].row;
		const struct coverage_entry *entry = coverage_find(&coverage, row->place);

		infects[i] = !is_told || (entry && coverage_infects(entry, &mutants->inventory,
								    (uint32_t)(row - first)));
	}
	coverage_deinit(&coverage);
	return NULL;
}

struct error *gen_kill_cover_run(struct gen_kill_cover *cover, const struct trial_opts *trial,
				 const struct command *command, struct trial_result *result,
				 bool *infects)
{
	_cleanup_free_ char *libraries = gen_kill_preload(cover->runtime);
	_cleanup_free_ char *session = NULL, *before = NULL, *now = NULL;
	struct error *err = clear(cover);

	*result = (struct trial_result){ 0 };
	if (err)
		return err;
	session_prepare(cover->session, &covering);
	session = gen_kill_exchange(REMT_SESSION_ENV, cover->path);
	before = gen_kill_exchange("LD_PRELOAD", libraries);
	err = trial_run(trial, cover->exploration->programs[0], command, NULL, result);
	now = gen_kill_exchange("LD_PRELOAD", before);
	free(now);
	now = gen_kill_exchange(REMT_SESSION_ENV, session);
	return err ? err : read_infected(cover, infects);
}
