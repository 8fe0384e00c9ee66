/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/names.h"

#include "common/intern.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"

struct names {
	struct intern *strings;
	struct slots by_address;
	VEC(const char *) texts;
};

struct names *names_create(void)
{
	struct names *names = xcalloc(1, sizeof(*names));

	names->strings = intern_create();
	return names;
}

void names_destroy(struct names *names)
{
	if (!names)
		return;
	intern_destroy(names->strings);
	slots_deinit(&names->by_address);
	vec_deinit(&names->texts);
	free(names);
}

uint32_t names_number(struct names *names, const char *name)
{
	const char *text = intern_string(names->strings, name);
	uint32_t number = slots_find(&names->by_address, (uintptr_t)text);

	if (number == SLOTS_NONE) {
		number = (uint32_t)names->texts.count;
		slots_add(&names->by_address, (uintptr_t)text, number);
		vec_push(&names->texts, text);
	}
	return number;
}

const char *names_text(const struct names *names, uint32_t number)
{
	return names->texts.items[number];
}

uint32_t names_count(const struct names *names)
{
	return (uint32_t)names->texts.count;
}
