/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that the run makes: what they do is not known, and the path is none of theirs. */
#include "explore/model_state.h"
#include "explore/unit.h"

/* The function that is named begins in the other process. */
uint32_t model_clone(struct frame *frame, const struct call_site *site)
{
	struct code *code = units_code_at(model_pointer(frame, site, 0));

	if (code)
		code->is_handler = true;
	path_concretise();
	return 0;
}

/* The process may have been made without the handlers of pthread_atfork(). */
void model_after_fork(struct frame *frame, const struct call_site *site, const union word *result)
{
	(void)frame;
	(void)site;
	(void)result;
	path_leave_to_parent();
}
