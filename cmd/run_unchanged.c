/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt run` once more: if nothing has changed, nothing is run. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "reuse/unchanged.h"
#include "runner/campaign/surroundings.h"

static void add_environment(struct hash *hash)
{
	_cleanup_strv_ char **variables = surroundings_environment(environ);

	for (char **variable = variables; variable && *variable; variable++)
		hash_add_string(hash, *variable);
}

char *run_request(const struct run_args *args, int argc, char **argv)
{
	_cleanup_free_ char *surroundings = surroundings_describe();
	struct hash *hash = hash_create();
	char hex[HASH_HEX_SIZE];

	for (int i = 1; i < argc; i++)
		hash_add_string(hash, argv[i]);
	hash_add_string(hash, args->campaign.directory);
	hash_add_string(hash, surroundings);
	add_environment(hash);
	hash_to_hex(hash_take(hash), hex);
	return xstrdup(hex);
}

bool run_is_unchanged(const struct run_args *args, const struct events *events)
{
	bool is_wanted = !args->list_mutants && !args->list_tests && !args->audit_reuse &&
			 !args->audit_equivalents && !args->audit_duplicates &&
			 !args->campaign.infection.audit &&
			 !(args->base && strcmp(args->base, RUN_NO_BASE) == 0);

	if (!is_wanted)
		return false;
	struct unchanged unchanged = unchanged_find(args->campaign.store, args->campaign.request);

	if (unchanged.is_unchanged)
		events_say(events, EVENT_NOTE,
			   "nothing has changed since the run of %s: its %" PRIu64
			   " verdicts hold, and nothing is run",
			   unchanged.started, unchanged.nr_cells);
	unchanged_deinit(&unchanged);
	return unchanged.is_unchanged;
}
