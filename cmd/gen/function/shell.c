/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/shell.h"

#include <string.h>

#include "cmd/capture.h"
#include "common/cleanup.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

enum { MAX_LINES = 3 }; /* of what a compiler said */

char *gen_function_shorten(const char *output)
{
	struct strbuf ret = { 0 };

	for (unsigned i = 0; i < MAX_LINES && *output; i++) {
		size_t length = strcspn(output, "\n");

		strbuf_adds(&ret, i ? "; " : "");
		strbuf_add(&ret, output, length);
		output += length + (output[length] == '\n');
	}
	if (*output)
		strbuf_adds(&ret, " ...");
	return strbuf_take(&ret);
}

int gen_function_shell(const struct gen_function_run *run, const char *command, char **ret_output)
{
	_cleanup_free_ char *directory = shell_quote(run->directory), *whole = NULL;

	whole = xasprintf("cd %s && %s", directory, command);
	return capture((char *[]){ (char *)"sh", (char *)"-c", whole, NULL }, ret_output);
}
