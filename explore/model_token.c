/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions like strtok_r(), which cut texts where the path decides. */
#include "explore/model_state.h"
#include "explore/shadow_memory.h"

/* Cuts the token off that begins at AT; returns where the function goes on the next time. */
static const char *cut(const struct frame *frame, const char *at, const char *set)
{
	at = model_skip(frame, at, set, false);
	if (!*at)
		return at;
	shadow_clear(at, 1);
	return at + 1;
}

/* Where the next call goes on that keeps its place itself; NULL: it is not known. */
static const char *next_token;

uint32_t model_strtok(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	const char *set = model_pointer(frame, site, 1);

	model_pin_text(frame, set);
	at = at ? at : next_token;
	next_token = at ? cut(frame, model_skip(frame, at, set, true), set) : NULL;
	if (!at)
		path_concretise();
	return 0;
}

uint32_t model_strtok_r(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	const char *set = model_pointer(frame, site, 1);
	const char *const *next = (const char *const *)model_pointer(frame, site, 2);

	model_pin_text(frame, set);
	if (!at && shadow_load(next, sizeof(*next)))
		path_concretise();
	at = at ? at : *next;
	if (at)
		cut(frame, model_skip(frame, at, set, true), set);
	shadow_clear(next, sizeof(*next));
	return 0;
}

uint32_t model_strsep(struct frame *frame, const struct call_site *site)
{
	const char *const *next = (const char *const *)model_pointer(frame, site, 0);
	const char *set = model_pointer(frame, site, 1);

	model_pin_text(frame, set);
	if (shadow_load(next, sizeof(*next)))
		path_concretise();
	if (*next)
		cut(frame, *next, set);
	shadow_clear(next, sizeof(*next));
	return 0;
}
