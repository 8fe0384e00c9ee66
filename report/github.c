/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workflow commands of GitHub Actions: the score as a notice, and survivors as warnings at the
 * changed lines.
 *
 *	::warning file=src/a.c,line=3,endLine=3,title=Surviving mutant 3f0c5a9be112::… [ORRN:<:<=]
 */
#include <string.h>

#include "common/cleanup.h"
#include "common/print.h"
#include "common/strbuf.h"
#include "report/writers.h"

/*
 * Writes data of a command, which has escapes of its own for line ends, and in a property for
 * separators, too. Everything else that must not be shown is escaped as in all text.
 */
static void put_escaped(FILE *out, const char *text, bool is_property)
{
	_cleanup_strbuf_ struct strbuf escaped = { 0 };

	for (; *text; text++) {
		if (strchr("%\r\n", *text) || (is_property && strchr(":,", *text)))
			strbuf_addf(&escaped, "%%%02X", (unsigned char)*text);
		else
			strbuf_addc(&escaped, *text);
	}
	print_to(out, "%s", strbuf_get(&escaped));
}

static struct error *github_write(struct report_model *model, const struct report_opts *opts,
				  FILE *out)
{
	_cleanup_free_ char *score = report_score_describe(&model->count);

	(void)opts;
	if (model->nr_mutants) {
		fputs("::notice title=Mutation score::", out);
		put_escaped(out, score, false);
		fputc('\n', out);
	}
	for (size_t m = 0; m < model->nr_mutants; m++) {
		const struct store_mutant *mutant = &model->mutants[m].store;

		if (!report_is_open(&model->mutants[m]))
			continue;
		fputs("::warning file=", out);
		put_escaped(out, mutant->file, true);
		if (mutant->site_line)
			print_to(out, ",line=%u,endLine=%u", mutant->site_line,
				 mutant->site_end_line);
		print_to(out, ",title=Surviving mutant %s::", mutant->id);
		put_escaped(out, mutant->description, false);
		fputs(" [", out);
		put_escaped(out, mutant->op, false);
		fputs("]\n", out);
	}
	return NULL;
}

const struct report_writer report_github = {
	.name = "github",
	.help = "annotations for GitHub Actions",
	.write = github_write,
};
