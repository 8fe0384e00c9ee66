/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/text.h"
#include "plugin/base/digest.h"

#include <sys/random.h>

unsigned long long text::hash() const
{
	return digest(bytes.is_empty() ? "" : bytes.begin(), bytes.length());
}

/* A number that no other process has. */
static unsigned long long own_number(void)
{
	static unsigned long long number;

	if (!number && getrandom(&number, sizeof(number), 0) != sizeof(number))
		fatal_error(UNKNOWN_LOCATION, "remt: no random numbers: %m");
	return number;
}

void text_pair::add_unknown(const char *name)
{
	add("unknown ");
	add(name);
	add_number(own_number());
}
