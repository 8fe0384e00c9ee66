/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals and jumps. What a handler does when a signal calls it is not told: entry.c says so. */
#include "explore/model_state.h"

#include <setjmp.h>
#include <signal.h>

#include "explore/shadow_memory.h"
#include "explore/unit.h"

uint32_t model_write_signals(struct frame *frame, const struct call_site *site)
{
	model_pin_memory(frame, model_pointer(frame, site, 0), sizeof(sigset_t));
	return model_nothing(frame, site);
}

void model_after_write_signals(struct frame *frame, const struct call_site *site,
			       const union word *result)
{
	if (result->i == 0)
		shadow_clear(model_pointer(frame, site, 0), sizeof(sigset_t));
}

/* sigprocmask(): which signals come later is decided by this run. */
uint32_t model_mask_signals(struct frame *frame, const struct call_site *site)
{
	model_pin_memory(frame, model_pointer(frame, site, 1), sizeof(sigset_t));
	/* The kernel writes a part of it. */
	model_pin_memory(frame, model_pointer(frame, site, 2), sizeof(sigset_t));
	return model_nothing(frame, site);
}

void model_after_mask_signals(struct frame *frame, const struct call_site *site,
			      const union word *result)
{
	const char *old = model_pointer(frame, site, 2);

	if (old && result->i == 0)
		shadow_clear(old, sizeof(sigset_t));
}

/* Signals may call HANDLER from now on. */
static void note_handler(const void *handler)
{
	struct code *code;

	if (handler == SIG_DFL || handler == SIG_IGN || handler == SIG_ERR)
		return;
	code = units_code_at(handler);
	if (code && !code->undiverted)
		code->is_handler = true;
	else
		path_concretise();
}

uint32_t model_signal(struct frame *frame, const struct call_site *site)
{
	note_handler(model_pointer(frame, site, 1));
	return model_nothing(frame, site);
}

uint32_t model_sigaction(struct frame *frame, const struct call_site *site)
{
	const struct sigaction *action = (const void *)model_pointer(frame, site, 1);

	model_pin_memory(frame, action, sizeof(*action));
	/* A part of the old one is written. */
	model_pin_memory(frame, model_pointer(frame, site, 2), sizeof(*action));
	if (action)
		note_handler((const void *)action->sa_handler);
	return model_nothing(frame, site);
}

void model_after_sigaction(struct frame *frame, const struct call_site *site,
			   const union word *result)
{
	const char *old = model_pointer(frame, site, 2);

	if (old && result->i == 0)
		shadow_clear(old, sizeof(struct sigaction));
}

/* A function of the library that is left by a jump does not tell what it did until then. */
uint32_t model_longjmp(struct frame *frame, const struct call_site *site)
{
	model_pin_memory(frame, model_pointer(frame, site, 0), sizeof(jmp_buf));
	if (shadow_result_taker)
		path_concretise();
	return model_nothing(frame, site);
}
