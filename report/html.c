/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One file that a browser opens from disk without a network. It contains the script of the npm
 * package mutation-testing-elements and the JSON report.
 */
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/print.h"
#include "report/json.h"
#include "report/writers.h"

/*
 * Writes SCRIPT as the content of a script element, which ends at "</script" wherever that stands.
 * "<\/script" means the same to JavaScript.
 */
static void put_script(FILE *out, const char *script, size_t size)
{
	const char *end = script + size, *mark;

	while ((mark = strcasestr(script, "</script"))) {
		print_exactly(out, script, (size_t)(mark - script) + 1);
		fputs("\\", out);
		script = mark + 1;
	}
	print_exactly(out, script, (size_t)(end - script));
}

/*
 * Writes the range of the score. The application has no ranges: it takes its score from the states
 * of the mutants.
 */
static void put_range(const struct report_model *model, FILE *out)
{
	struct report_score score = report_score(&model->count);
	_cleanup_free_ char *text = report_score_describe(&model->count);

	if (report_score_is_range(&score))
		print_to(out, "<p>%s</p>\n", text);
}

static struct error *html_write(struct report_model *model, const struct report_opts *opts,
				FILE *out)
{
	_cleanup_free_ char *script = NULL;
	struct error *err;
	size_t size;

	if (!opts->elements)
		return error_create(
			ERROR_UNUSABLE,
			"this remt was built without mutation-testing-elements, which draws the "
			"HTML "
			"report; configure says how to get it; --format=json has the same content");
	err = fs_read_file(opts->elements, &script, &size);
	if (err)
		return err;
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<title>remt report</title>\n<script>",
	      out);
	put_script(out, script, size);
	fputs("</script>\n</head>\n<body>\n", out);
	put_range(model, out);
	fputs("<mutation-test-report-app title-postfix=\"remt\">"
	      "This report needs JavaScript.</mutation-test-report-app>\n<script>\n"
	      "document.querySelector('mutation-test-report-app').report = ",
	      out);
	report_json_write(model, opts, out, true);
	fputs(";\n</script>\n</body>\n</html>\n", out);
	return NULL;
}

const struct report_writer report_html = {
	.name = "html",
	.help = "one file for a browser, opens from disk",
	.write = html_write,
};
