/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/report.h"

#include <string.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "report/source.h"
#include "report/writers.h"

const struct report_writer *const report_writers[] = {
	&report_text,	&report_json,	&report_html, &report_sarif,
	&report_github, &report_gitlab, NULL,
};

const struct report_writer *report_writer_find(const char *name)
{
	for (size_t i = 0; report_writers[i]; i++) {
		if (strcmp(report_writers[i]->name, name) == 0)
			return report_writers[i];
	}
	return NULL;
}

bool report_source_read(struct report_model *model, const struct report_file *file,
			struct source *ret)
{
	_cleanup_error_ struct error *err = source_read(model->run.root, file->path, ret);

	if (err) {
		strv_appendf(&model->warnings, "%s", err->message);
		source_init(ret, "", 0);
		return false;
	}
	if (file->has_hash && file->hash != ret->hash)
		strv_appendf(&model->warnings,
			     "%s has changed since it was compiled: its positions may be wrong",
			     file->path);
	return true;
}
