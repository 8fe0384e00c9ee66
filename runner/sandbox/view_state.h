/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a view, private to its parts: view.c makes fresh layers, view_fork.c makes copies.
 */
#ifndef RUNNER_SANDBOX_VIEW_STATE_H
#define RUNNER_SANDBOX_VIEW_STATE_H

#include <stdint.h>
#include <time.h>

#include "runner/sandbox/overlay.h"
#include "runner/sandbox/planted.h"
#include "runner/sandbox/view.h"

#define VIEW_NR_LAYERS 2 /* fresh ones */
#define VIEW_NR_FORKS  16
#define VIEW_NR_TREES  6

struct view_tree {
	char *root;
	int lower;	 /* descriptor of root, below all overlays */
	uint64_t mount;	 /* id of the mount that shows root */
	bool is_needed;	 /* without this tree there is no view */
	bool has_inner;	 /* another tree or the scratch directory lies in it */
	bool is_written; /* the current test has written into it */
};

struct view_layer {
	struct overlay overlays[VIEW_NR_TREES]; /* one per tree; some may be impossible */
	int directory;				/* descriptor of the root of the tmpfs */
	struct pristine tmp;
	struct planted planted;
	bool is_tmp_mounted; /* set in forks only */
	bool is_scratch_bound;
	bool is_fork; /* it holds only what it does not share with the layer below */
};

struct view {
	char *scratch, *upper; /* scratch directory, and where the tmpfs is mounted in it */
	char *tmp;
	int scratch_fd;
	uint64_t layer_bytes; /* limit of one upper layer */
	bool is_user;
	struct view_tree trees[VIEW_NR_TREES]; /* outer ones first */
	unsigned nr_trees;
	bool is_tmp_written; /* the current test has written into it */
	struct view_layer layers[VIEW_NR_LAYERS + VIEW_NR_FORKS];
	int nr_layers;
};

/* The topmost layer, in which every new process starts. */
static inline struct view_layer *view_top(const struct view *view)
{
	return (struct view_layer *)&view->layers[view->nr_layers - 1];
}

/* Returns the layer whose overlay of tree I is seen; NULL: none. */
struct view_layer *view_owner(const struct view *view, unsigned i);
/* Returns the layer whose directory for temporary files is seen. */
struct view_layer *view_tmp_owner(const struct view *view);

/* Takes the topmost layer away, which must be a fork. */
void view_unmount_fork(struct view *view);

#endif
