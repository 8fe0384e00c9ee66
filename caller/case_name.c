/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/case_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MAX_VALUE = 12 }; /* bytes of a value in a test's name */

static void add(struct strbuf *name, const char *value)
{
	size_t before = name->length;

	bool is_number = *value == '-' || isdigit((unsigned char)*value);

	strbuf_addc(name, '_');
	for (const char *c = value; *c; c++) {
		/* What its type is does not matter here. */
		if (is_number && (*c == 'u' || *c == 'l'))
			break;
		if (isalnum((unsigned char)*c))
			strbuf_addc(name, (char)tolower((unsigned char)*c));
		else if (*c == '-')
			strbuf_adds(name, "minus_");
		else if (name->data[name->length - 1] != '_')
			strbuf_addc(name, '_');
	}
	while (name->length > before && name->data[name->length - 1] == '_')
		strbuf_truncate(name, name->length - 1);
}

/* True if an argument is a short value: no variable, no long number, no text that can't be read. */
static bool says_much(const char *argument)
{
	if (strlen(argument) > MAX_VALUE || strpbrk(argument, "&\\"))
		return false;
	return (!isalpha((unsigned char)*argument) && *argument != '_') ||
	       strcmp(argument, "NULL") == 0;
}

void case_name_add(struct strbuf *name, const char *argument)
{
	if (says_much(argument))
		add(name, argument);
}
