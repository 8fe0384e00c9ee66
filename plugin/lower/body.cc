/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/body.h"
#include "plugin/base/gcc.h"

#include "cfgcleanup.h"
#include "dominance.h"
#include "tree-ssa.h"

void body_finish(void)
{
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	if (current_loops)
		loops_state_set(LOOPS_NEED_FIXUP);
	/* -fnon-call-exceptions leaves such blocks, and dominators can't have any */
	delete_unreachable_blocks();
	mark_virtual_operands_for_renaming(cfun);
	update_ssa(TODO_update_ssa);
	cleanup_tree_cfg();
	cgraph_edge::rebuild_edges();
}
