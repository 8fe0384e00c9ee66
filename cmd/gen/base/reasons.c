/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/reasons.h"

#include <string.h>

#include "common/print.h"

void gen_reasons_note(struct gen_reasons *reasons, const char *text, size_t number)
{
	for (size_t i = 0; i < reasons->items.count; i++) {
		if (strcmp(reasons->items.items[i].text, text) != 0)
			continue;
		reasons->items.items[i].number += number;
		return;
	}
	vec_push(&reasons->items, ((struct gen_reason){ text, number }));
}

const char *gen_reasons_general(const char *refusal, const char *function)
{
	const char *found = strstr(refusal, function);

	if (!found || strncmp(found + strlen(function), "(): ", 4) != 0)
		return refusal;
	return found + strlen(function) + 4;
}

void gen_reasons_print(FILE *out, const struct gen_reasons *reasons, const char *indent)
{
	for (size_t i = 0; i < reasons->items.count; i++)
		print_to(out, "%s%6zu %s\n", indent, reasons->items.items[i].number,
			 reasons->items.items[i].text);
}

void gen_reasons_deinit(struct gen_reasons *reasons)
{
	vec_deinit(&reasons->items);
}
