/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GitLab's Code Quality report: survivors as issues. */
#include <string.h>

#include "common/print.h"
#include "report/emit.h"
#include "report/writers.h"

/* Returns LINE, or 1 for a mutant of a binary without lines, as the format wants one. */
static json_int_t line_of(uint32_t line)
{
	return line ? line : 1;
}

static json_t *issue(const struct store_mutant *mutant)
{
	return json_pack("{so so ss ss s{so s{sI sI}}}", "description",
			 emit_string(mutant->description), "check_name",
			 emit_string_n(mutant->op, strcspn(mutant->op, ":")), "fingerprint",
			 mutant->id, "severity", "minor", "location", "path",
			 emit_string(mutant->file), "lines", "begin", line_of(mutant->site_line),
			 "end", line_of(mutant->site_end_line));
}

static struct error *gitlab_write(struct report_model *model, const struct report_opts *opts,
				  FILE *out)
{
	struct emit emit = { .out = out };
	bool first = true;

	(void)opts;
	fputs("[", out);
	for (size_t m = 0; m < model->nr_mutants; m++) {
		if (!report_is_open(&model->mutants[m]))
			continue;
		print_to(out, first ? "\n" : ",\n");
		emit_take(&emit, issue(&model->mutants[m].store));
		first = false;
	}
	fputs("]\n", out);
	return NULL;
}

const struct report_writer report_gitlab = {
	.name = "gitlab",
	.help = "Code Quality report for GitLab",
	.write = gitlab_write,
};
