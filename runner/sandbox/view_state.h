/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of a view, private to its parts: view.c has the layers that are fresh, view_fork.c those
 * that are copies. */
#ifndef RUNNER_SANDBOX_VIEW_STATE_H
#define RUNNER_SANDBOX_VIEW_STATE_H

#include <stdint.h>
#include <time.h>

#include "runner/sandbox/overlay.h"
#include "runner/sandbox/view.h"

#define VIEW_NR_LAYERS 2 /* that are fresh */
#define VIEW_NR_FORKS  16
#define VIEW_NR_TREES  6

struct view_tree {
	char *root;
	int lower;	 /* descriptor of root below all overlays */
	uint64_t mount;	 /* id of the mount that shows root */
	bool is_needed;	 /* the view is none without it */
	bool has_inner;	 /* another tree or the scratch directory lies in it */
	bool is_written; /* by the current test */
};

struct view_layer {
	struct overlay overlays[VIEW_NR_TREES]; /* of the trees; some may be impossible */
	int directory;				/* root of the tmpfs */
	struct pristine tmp;
	bool is_tmp_mounted; /* of a fork */
	bool is_scratch_bound;
	bool is_fork; /* only has what it does not share with the layer below */
};

struct view {
	char *scratch, *upper; /* directory of ours, and where the tmpfs is mounted */
	char *tmp;
	int scratch_fd;
	uint64_t layer_bytes; /* that an upper layer may take */
	bool is_user;
	struct view_tree trees[VIEW_NR_TREES]; /* outer ones first */
	unsigned nr_trees;
	bool is_tmp_written; /* by the current test */
	struct view_layer layers[VIEW_NR_LAYERS + VIEW_NR_FORKS];
	int nr_layers;
};

/* The topmost layer, in which everything runs that is started now. */
static inline struct view_layer *view_top(const struct view *view)
{
	return (struct view_layer *)&view->layers[view->nr_layers - 1];
}

/* The layer whose overlay of tree I is seen; NULL: none has one.  The same of the directory for
 * temporary files. */
struct view_layer *view_owner(const struct view *view, unsigned i);
struct view_layer *view_tmp_owner(const struct view *view);

/* Takes the topmost layer away, which is a copy. */
void view_unmount_fork(struct view *view);

#endif
