/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New memory: what is known of it is that of the old one, or nothing. */
#include "explore/model_state.h"

#include <malloc.h>
#include <string.h>

#include "common/xalloc.h"
#include "explore/shadow_memory.h"

void model_after_calloc(struct frame *frame, const struct call_site *site, const union word *result)
{
	if (result->p)
		shadow_clear(result->p, (size_t)model_integer(frame, site, 0) *
						(size_t)model_integer(frame, site, 1));
}

/* What an old block held, from realloc()'s call to its return. */
static struct {
	uint32_t *terms; /* by byte */
	unsigned char *values;
	size_t size;
} moved;

uint32_t model_realloc(struct frame *frame, const struct call_site *site)
{
	const char *old = model_pointer(frame, site, 0);
	size_t size = (size_t)model_integer(frame, site, 1);
	size_t old_size = old ? malloc_usable_size((void *)old) : 0;

	moved.size = size < old_size ? size : old_size;
	moved.terms = xcalloc(moved.size + 1, sizeof(*moved.terms));
	moved.values = xcalloc(moved.size + 1, 1);
	for (size_t i = 0; i < moved.size; i++) {
		moved.terms[i] = shadow_load(old + i, 1);
		moved.values[i] = (unsigned char)old[i];
	}
	return 0;
}

void model_after_realloc(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	const char *new = result->p;

	(void)frame;
	(void)site;
	for (size_t i = 0; new &&i < moved.size; i++)
		shadow_store(new + i, 1, moved.terms[i], moved.values[i]);
	free(moved.terms);
	free(moved.values);
	moved.terms = NULL;
	moved.values = NULL;
}

void model_after_strdup(struct frame *frame, const struct call_site *site, const union word *result)
{
	const char *text = model_pointer(frame, site, 0);

	if (result->p)
		shadow_copy(result->p, text, strlen(text) + 1);
}

void model_after_strndup(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	const char *text = model_pointer(frame, site, 0);
	size_t length = strnlen(text, (size_t)model_integer(frame, site, 1));

	if (!result->p)
		return;
	shadow_copy(result->p, text, length);
	shadow_clear((const char *)result->p + length, 1);
}
