/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches: which other sides of a path are to be tried, and which need not be. */
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strv.h"
#include "paths/explorer_state.h"

/* A path whose branches are looked at, and what came before. */
struct walk {
	const unsigned char *inputs; /* that were visited */
	struct tree *tree;
	struct tree_position position;
	bool is_behind;	  /* the other version's path comes before it */
	unsigned version; /* whose path it is */
	/* conditions before it came to changed code; 0: it is not pruned */
	size_t nr_prunable;
	bool has_new; /* an edge was new */
};

/* Returns what inputs are for that are to take the other side of ROW. */
static struct agenda_reason reason_of(struct explorer *explorer, const struct walk *walk,
				      const struct remt_path_condition *row)
{
	struct change *change = explorer->opts.change;
	bool is_library = row->kind == REMT_PATH_LIBRARY || row->kind == REMT_PATH_PINNED;
	uint64_t branch[6] = { walk->version + 2 * walk->is_behind,
			       row->uid,
			       (uint64_t)row->function << 32 | row->block,
			       row->insn,
			       row->way,
			       row->kind };

	/* What one version alone asks shows what the change did, wherever that is. */
	uint32_t distance =
		change && !walk->is_behind ? change_distance(change, walk->version, row) : 0;
	bool is_near = explorer->agenda.order == AGENDA_NEAR && !distance;

	return (struct agenda_reason){
		.kind = is_library && !is_near ? FOR_LIBRARY : FOR_BRANCH,
		.distance = distance,
		.branch = hash_bytes(branch, sizeof(branch)),
	};
}

/* Makes the task of the other side of ROW, or of another value, in *TASK; false: it is not new in the walk's tree. */
static bool make_task(struct explorer *explorer, const struct walk *walk,
		      const struct remt_path_condition *row, struct agenda_task *task)
{
	*task = (struct agenda_task){ .tree = walk->tree,
				      .before = walk->position.prefix,
				      .is_pin = row->kind == REMT_PATH_PINNED,
				      .near = walk->inputs };
	if (task->is_pin) {
		task->edge = tree_place(&walk->position, row);
		return pins_note(&walk->tree->pins, task->edge, row->term);
	}
	if (!tree_add_other(walk->tree, &walk->position, row, &task->edge))
		return false;
	task->term = term_not(&explorer->terms, row->term);
	return true;
}

/*
 * True if no inputs need be looked for that take the other side of ROW, the number INDEX of the path: what runs do
 * that come to no changed code is the same in both versions. What both versions do before is looked at in the new one.
 */
static bool is_irrelevant(const struct explorer *explorer, const struct walk *walk, size_t index,
			  const struct remt_path_condition *row)
{
	return index < walk->nr_prunable &&
	       (walk->version == 0 ||
		!change_is_relevant(explorer->opts.change, walk->version, row));
}

static void open_other(struct explorer *explorer, const struct walk *walk, size_t index,
		       const struct remt_path_condition *row)
{
	struct agenda_reason reason;
	struct agenda_task task;

	if (!make_task(explorer, walk, row, &task))
		return;
	reason = reason_of(explorer, walk, row);
	agenda_add(is_irrelevant(explorer, walk, index, row) ? &explorer->irrelevant
							     : &explorer->agenda,
		   &reason, &task);
}

/*
 * Opens inputs for which what decided in a changed block is otherwise, whatever comes before: conditions before may
 * hold for the same reason (optimistic solving: Yun et al., QSYM, USENIX Security 2018, section 3.2).
 */
static void open_alone(struct explorer *explorer, const struct walk *walk,
		       const struct remt_path_condition *row)
{
	struct agenda_reason reason;
	struct agenda_task task = { .near = walk->inputs };

	if (explorer->agenda.order != AGENDA_NEAR || row->kind == REMT_PATH_PINNED ||
	    change_distance(explorer->opts.change, walk->version, row) != 0)
		return;
	task.term = term_not(&explorer->terms, row->term);
	if (slots_find(&explorer->alone, task.term) != SLOTS_NONE)
		return;
	slots_add(&explorer->alone, task.term, 0);
	reason = reason_of(explorer, walk, row);
	reason.kind = FOR_BRANCH;
	agenda_add(&explorer->agenda, &reason, &task);
	explorer->nr_alone++;
}

/* Goes along PATH by the condition INDEX, and opens its other side. */
static void walk_step(struct explorer *explorer, struct walk *walk, const struct path *path,
		      size_t index)
{
	open_other(explorer, walk, index, &path->conditions.items[index]);
	walk->has_new |= tree_go(walk->tree, &walk->position, &path->conditions.items[index]);
}

/* Goes along PATH to its end, and opens the other sides of its branches. */
static void walk_path(struct explorer *explorer, struct walk *walk, const struct path *path)
{
	for (size_t i = 0; i < path->conditions.count; i++)
		walk_step(explorer, walk, path, i);
}

/* The same by those of its conditions alone that the mode explores. */
static void walk_slice(struct explorer *explorer, struct walk *walk, const struct path *path)
{
	size_t number;
	_cleanup_free_ uint32_t *slice = explorer_slice(explorer, path, &number);

	for (size_t i = 0; i < number; i++)
		walk_step(explorer, walk, path, slice[i]);
}

/* Notes whether values of one run stood for others. */
static void note_concretised(struct explorer_state *state, const struct path *path)
{
	if (!(path->flags & REMT_PATH_CONCRETISED))
		return;
	state->is_concretised = true;
	if (*path->concretised_by)
		strv_append_once(&state->concretised_by, path->concretised_by);
}

static void open_all_alone(struct explorer *explorer, const struct walk *walk,
			   const struct path *path)
{
	for (size_t i = 0; i < path->conditions.count; i++)
		open_alone(explorer, walk, &path->conditions.items[i]);
	for (size_t i = 0; i < path->again.count; i++)
		open_alone(explorer, walk, &path->again.items[i]);
}

struct tree_position explorer_branch_off(struct explorer *explorer, const struct visit *visit,
					 const unsigned char *inputs, unsigned version)
{
	const struct path *path = &visit->paths[version];
	struct walk walk = {
		.inputs = inputs,
		.tree = &explorer->trees[version],
		.version = version,
		.nr_prunable = explorer_prunes(explorer) ? visit_first_change(visit, version) : 0,
	};

	if (mode_is_partial(explorer->opts.mode)) {
		walk_slice(explorer, &walk, path);
	} else {
		walk_path(explorer, &walk, path);
		open_all_alone(explorer, &walk, path);
	}
	/* Without a condition there is one way. */
	explorer->state.nr_paths[version] +=
		walk.has_new || !path->conditions.count || !explorer->state.nr_paths[version];
	note_concretised(&explorer->state, path);
	explorer->state.is_cut |= path->flags & REMT_PATH_FULL;
	return walk.position;
}

static struct slots terms_of(const struct path *path)
{
	struct slots ret = { 0 };

	for (size_t i = 0; i < path->conditions.count; i++) {
		uint32_t term = path->conditions.items[i].term;

		if (slots_find(&ret, term) == SLOTS_NONE)
			slots_add(&ret, term, 0);
	}
	return ret;
}

void explorer_part(struct explorer *explorer, const struct visit *visit,
		   const unsigned char *inputs, unsigned version, struct tree_position end)
{
	const struct path *path = &visit->paths[1 - version];
	struct slots held = terms_of(&visit->paths[version]);
	struct walk walk = { .inputs = inputs,
			     .is_behind = true,
			     .tree = &explorer->pairs[version],
			     .version = 1 - version,
			     .position = end };

	for (size_t i = 0; i < path->conditions.count; i++) {
		uint32_t term = path->conditions.items[i].term;

		/* What holds already has no other side; most of the two paths is alike. */
		if (slots_find(&held, term) != SLOTS_NONE)
			continue;
		walk.tree->nr_impossible +=
			slots_find(&held, term_not(&explorer->terms, term)) != SLOTS_NONE;
		walk_step(explorer, &walk, path, i);
	}
	slots_deinit(&held);
}
