/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/expected.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "graph/displaced.h"
#include "iso/judge.h"

/* How the hunks judge one node. */
struct judgement {
	bool is_made;
	enum standing standing;
	char *why; /* reason, if the standing is lost or outer; owned */
};

struct judging {
	struct judge judge;
	/* by node of the new version; each is judged once, when it is asked for */
	struct judgement *judgements;
};

/* Returns the judgement of the node BLOCK, which is made at the first call. */
static const struct judgement *find_judgement(const struct judging *judging, uint32_t block)
{
	struct judgement *judgement = &judging->judgements[block];

	if (!judgement->is_made)
		judgement->standing = judge_node(&judging->judge, block, &judgement->why);
	judgement->is_made = true;
	return judgement;
}

static void judge_finding(const struct judging *judging, struct explore_finding *finding)
{
	static const struct judgement none = { .standing = STANDING_NONE };
	const struct judgement *worst = &none;

	for (uint32_t i = 0; i < finding->cause.nr_blocks; i++) {
		const struct judgement *judgement =
			find_judgement(judging, finding->cause.blocks[i]);

		if (judgement->standing > worst->standing)
			worst = judgement;
	}
	if (worst->standing == STANDING_NONE)
		account_set(&finding->account, ACCOUNT_SUSPECT,
			    xstrdup("it executed nothing of the expected hunks"));
	else if (worst->standing == STANDING_INNER)
		account_set(&finding->account, ACCOUNT_CHANGE,
			    xstrdup("all changed code that it may have executed is in the expected "
				    "hunks"));
	else
		account_set(&finding->account, ACCOUNT_SUSPECT, xstrdup(worst->why));
}

void expected_judge(const struct hunks *hunks, struct explore *explore)
{
	uint32_t count = explore->isomorphism->new.version.program->nr_blocks;
	struct judging judging = {
		.judge = {
			.hunks = hunks,
			.version = &explore->isomorphism->new.version,
			.changes = &explore->isomorphism->changes,
			.partner = displaced_find(&explore->isomorphism->changes),
			.new_of = program_numbers(
				explore->isomorphism->changes.pairs.old->nr_blocks),
		},
		.judgements = xcalloc(count + 1, sizeof(*judging.judgements)),
	};
	const struct judge *judge = &judging.judge;

	for (uint32_t b = 0; b < count; b++) {
		if (judge->partner[b] != PROGRAM_NONE)
			judge->new_of[judge->partner[b]] = b;
	}
	for (size_t i = 0; i < explore->findings.count; i++)
		judge_finding(&judging, &explore->findings.items[i]);
	for (uint32_t b = 0; b < count; b++)
		free(judging.judgements[b].why);
	free(judging.judgements);
	free(judge->partner);
	free(judge->new_of);
}
