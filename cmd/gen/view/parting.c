/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/view/parting.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "ir/structure/branch.h"
#include "ir/structure/program.h"

/* One version. */
struct version {
	struct ir_program *program;
	VEC(struct parting_branch) branches;
	struct slots by_step; /* a step's place and way */
	struct slots changed; /* blocks of changed code, by their places */
	VEC(char *) conditions;
};

struct parting_sources {
	struct version versions[2];
	struct slots harmless; /* hashes of events */
};

static uint64_t hash_place(uint64_t uid, uint32_t function, uint32_t block)
{
	uint64_t place[2] = { uid, (uint64_t)function << 32 | block };

	return hash_bytes(place, sizeof(place));
}

static void add_once(struct slots *slots, uint64_t key)
{
	if (slots_find(slots, key) == SLOTS_NONE)
		slots_add(slots, key, 0);
}

struct parting_sources *parting_sources_create(const char *const programs[2],
					       const struct change *change)
{
	struct parting_sources *sources = xcalloc(1, sizeof(*sources));

	for (unsigned i = 0; i < 2; i++) {
		size_t number = 0;
		const struct change_block *blocks =
			change ? change_blocks(change, i, &number) : NULL;

		sources->versions[i].program = ir_program_create(programs[i]);
		for (size_t k = 0; k < number; k++)
			add_once(&sources->versions[i].changed,
				 hash_place(blocks[k].uid, blocks[k].function, blocks[k].block));
	}
	return sources;
}

static void release_version(struct version *version)
{
	for (size_t i = 0; i < version->conditions.count; i++)
		free(version->conditions.items[i]);
	vec_deinit(&version->branches);
	vec_deinit(&version->conditions);
	slots_deinit(&version->by_step);
	slots_deinit(&version->changed);
	ir_program_destroy(version->program);
}

void parting_sources_destroy(struct parting_sources *sources)
{
	release_version(&sources->versions[0]);
	release_version(&sources->versions[1]);
	slots_deinit(&sources->harmless);
	free(sources);
}

/* Returns the branch of STEP, which has no condition if it can't be read. */
static struct parting_branch describe(struct version *version, const struct trail_step *step)
{
	const struct ir_program_function *source =
		ir_program_find(version->program, step->uid, step->function);
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const struct ir_entry *entry;
	struct ir_branch branch;
	char *condition;

	if (!source || step->block >= source->function.nr_blocks)
		return (struct parting_branch){ 0 };
	branch = ir_branch_text(&text, &source->function, &source->uses, step->block, step->way);
	if (branch.has_gaps || !text.length)
		return (struct parting_branch){ 0 };
	condition = strbuf_take(&text);
	vec_push(&version->conditions, condition);
	entry = source->function.entry;
	return (struct parting_branch){
		.condition = condition,
		.nr_subject = branch.nr_subject,
		.uid = step->uid,
		.file = entry->file,
		.function = ir_symbol_name(&source->function.unit->symbols[entry->symbol]),
		.line = source->function.blocks[step->block].end.line,
		.is_changed = slots_find(&version->changed, hash_place(step->uid, step->function,
								       step->block)) != SLOTS_NONE,
	};
}

static struct parting_branch find_branch(struct version *version, const struct trail_step *step)
{
	uint64_t key[3] = { step->uid, (uint64_t)step->function << 32 | step->block, step->way };
	uint64_t hash = hash_bytes(key, sizeof(key));
	uint32_t index = slots_find(&version->by_step, hash);

	if (index == SLOTS_NONE) {
		index = (uint32_t)version->branches.count;
		vec_push(&version->branches, describe(version, step));
		slots_add(&version->by_step, hash, index);
	}
	return version->branches.items[index];
}

/* So many branches that one version alone has are passed over at a time. */
#define MAX_ADDED 8

/* The two runs of a difference, and how far they were compared. */
struct runs {
	struct version *versions;
	struct slots *harmless;
	bool is_bystander; /* what is met is harmless */
	struct trail_step *steps[2];
	size_t numbers[2], at[2];
};

/* Returns the branch AHEAD of the next one of a version; its condition is NULL if it has none, or is not known. */
static struct parting_branch branch_ahead(const struct runs *runs, unsigned version, size_t ahead)
{
	size_t at = runs->at[version] + ahead;

	if (at >= runs->numbers[version])
		return (struct parting_branch){ 0 };
	return find_branch(&runs->versions[version], &runs->steps[version][at]);
}

static bool is_over(const struct runs *runs, unsigned version, size_t ahead)
{
	return runs->at[version] + ahead >= runs->numbers[version];
}

static bool is_same_function(const struct parting_branch *a, const struct parting_branch *b)
{
	return a->condition && b->condition && strcmp(a->function, b->function) == 0;
}

/* True if the runs go on alike behind so many branches of the old and of the new version. */
static bool go_on_alike(const struct runs *runs, size_t old, size_t new)
{
	struct parting_branch a = branch_ahead(runs, 0, old), b = branch_ahead(runs, 1, new);

	if (is_over(runs, 0, old) || is_over(runs, 1, new))
		return is_over(runs, 0, old) && is_over(runs, 1, new);
	return is_same_function(&a, &b) && strcmp(a.condition, b.condition) == 0;
}

static void set_sides(struct parting_branch ret[2], const struct parting_branch sides[2])
{
	ret[0] = sides[0];
	ret[1] = sides[1];
}

bool parting_has(const struct parting_branch sides[2])
{
	return sides[0].condition || sides[1].condition;
}

static void hash_branch(struct hash *hash, const struct parting_branch *branch)
{
	hash_add_u64(hash, branch->condition != NULL);
	if (!branch->condition)
		return;
	hash_add_string(hash, branch->condition);
	hash_add_string(hash, branch->function);
	hash_add_string(hash, branch->file);
	hash_add_u64(hash, branch->line);
}

/* Learns from what the runs of a bystander met, or asks whether it is the cause. */
static void meet(const struct runs *runs, const struct parting_branch sides[2], bool has_parted,
		 struct parting *ret)
{
	struct hash *hash = hash_create();
	uint64_t event;

	hash_add_u64(hash, has_parted);
	hash_branch(hash, &sides[0]);
	hash_branch(hash, &sides[1]);
	event = hash_take(hash);
	if (runs->is_bystander)
		add_once(runs->harmless, event);
	else if (!parting_has(ret->cause) && slots_find(runs->harmless, event) == SLOTS_NONE)
		set_sides(ret->cause, sides);
}

/* Meets the next NUMBER branches of VERSION, which the other one does not have. */
static void meet_added(const struct runs *runs, unsigned version, size_t number,
		       struct parting *ret)
{
	for (size_t i = 0; i < number; i++) {
		struct parting_branch sides[2] = { 0 };

		sides[version] = branch_ahead(runs, version, i);
		meet(runs, sides, false, ret);
	}
}

/* Passes over branches that one version alone has; false: there are none, or too many. */
static bool pass_added(struct runs *runs, struct parting *ret)
{
	for (size_t i = 1; i <= MAX_ADDED; i++) {
		for (unsigned version = 0; version < 2; version++) {
			size_t old = version == 0 ? i : 0, new = version == 1 ? i : 0;
			struct parting_branch *first = version ? &ret->added : &ret->removed;

			if (is_over(runs, version, i - 1) || !go_on_alike(runs, old, new) ||
			    !go_on_alike(runs, old + 1, new + 1))
				continue;
			if (!first->condition)
				*first = branch_ahead(runs, version, 0);
			meet_added(runs, version, i, ret);
			runs->at[version] += i;
			return true;
		}
	}
	return false;
}

/* True if one thing is compared with two, and both comparisons held. */
static bool is_changed(const struct parting_branch sides[2])
{
	return is_same_function(&sides[0], &sides[1]) && sides[0].nr_subject &&
	       sides[0].nr_subject == sides[1].nr_subject &&
	       memcmp(sides[0].condition, sides[1].condition, sides[0].nr_subject) == 0;
}

/* Compares the next branches; false: the runs differ from there on, or what is there is not known. */
static bool compare_next(struct runs *runs, struct parting *ret)
{
	struct parting_branch sides[2] = { branch_ahead(runs, 0, 0), branch_ahead(runs, 1, 0) };

	for (unsigned i = 0; i < 2; i++) {
		if (!sides[i].condition && !is_over(runs, i, 0))
			return false;
	}
	if (!go_on_alike(runs, 0, 0)) {
		if (pass_added(runs, ret))
			return true;
		if (!is_changed(sides)) {
			set_sides(ret->parted, sides);
			meet(runs, sides, true, ret);
			return false;
		}
		meet(runs, sides, false, ret);
		if (!parting_has(ret->changed))
			set_sides(ret->changed, sides);
	}
	runs->at[0]++;
	runs->at[1]++;
	return true;
}

static void compare(struct runs *runs, struct parting *ret)
{
	while ((!is_over(runs, 0, 0) || !is_over(runs, 1, 0)) && compare_next(runs, ret))
		;
}

/* Compares the runs of two trails, by version; returns how many branches they have. */
static size_t compare_trails(struct parting_sources *sources, const struct explorer *explorer,
			     const uint32_t trails[2], bool is_bystander, struct parting *ret)
{
	struct runs runs = { .versions = sources->versions,
			     .harmless = &sources->harmless,
			     .is_bystander = is_bystander };

	for (unsigned i = 0; i < 2; i++)
		runs.steps[i] = explorer_branches(explorer, i, trails[i], &runs.numbers[i]);
	compare(&runs, ret);
	free(runs.steps[0]);
	free(runs.steps[1]);
	return runs.numbers[0] + runs.numbers[1];
}

/* Bystanders are looked at until they have had so many branches. */
#define MAX_LEARNED (1u << 21)

void parting_learn(struct parting_sources *sources, const struct search *search)
{
	size_t nr_explorers = search_nr_explorers(search), nr_steps = 0;
	bool has_more = true;

	/* The first one of each exploration comes before all second ones. */
	for (size_t index = 0; has_more && nr_steps < MAX_LEARNED; index++) {
		has_more = false;
		for (size_t i = 0; i < nr_explorers && nr_steps < MAX_LEARNED; i++) {
			const struct explorer *explorer = search_explorer(search, i);
			struct parting parting = { 0 };
			const struct bystander *bystanders;
			size_t number = 0;

			bystanders = explorer ? explorer_bystanders(explorer, &number) : NULL;
			if (index >= number)
				continue;
			nr_steps += compare_trails(sources, explorer, bystanders[index].trails,
						   true, &parting);
			has_more = true;
		}
	}
}

struct parting parting_find(struct parting_sources *sources, const struct explorer *explorer,
			    const struct difference *difference)
{
	struct parting ret = { 0 };

	compare_trails(sources, explorer, difference->trails, false, &ret);
	return ret;
}

static void hash_side(struct hash *hash, const struct parting_branch *branch, uint64_t version)
{
	if (!branch->condition)
		return;
	hash_add_u64(hash, version);
	hash_add_string(hash, branch->function);
	hash_add_string(hash, branch->file);
	hash_add_u64(hash, branch->line);
}

uint64_t parting_hash(const struct parting *parting)
{
	const struct parting_branch *cause = parting->cause;
	bool is_new = cause[1].is_changed, is_old = cause[0].is_changed && !is_new;
	struct hash *hash;

	if (!parting_has(cause))
		return 0;
	hash = hash_create();
	if (!is_new)
		hash_side(hash, &cause[0], 0);
	if (!is_old)
		hash_side(hash, &cause[1], 1);
	return hash_take(hash);
}
