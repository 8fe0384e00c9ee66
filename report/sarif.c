/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SARIF 2.1.0: surviving mutants as results. The rules are the operators that made them. Columns
 * are in UTF-16 code units, SARIF's default.
 */
#include <stdlib.h>
#include <string.h>

#include "common/plural.h"

#include "common/print.h"
#include "common/strbuf.h"
#include "report/emit.h"
#include "report/json.h"
#include "report/listing.h"
#include "report/source.h"
#include "report/writers.h"

static json_t *region(const struct source *source, const struct store_mutant *mutant)
{
	struct source_position start = { mutant->site_line, mutant->site_column };
	struct source_position end = { mutant->site_end_line, mutant->site_end_column };
	size_t offset;

	if (source_find(source, mutant->site_line, mutant->site_column, &offset))
		start = source_position(source, offset);
	if (source_find(source, mutant->site_end_line, mutant->site_end_column, &offset))
		end = source_position(source, offset);
	return json_pack("{sI sI sI sI}", "startLine", (json_int_t)start.line, "startColumn",
			 (json_int_t)start.column, "endLine", (json_int_t)end.line, "endColumn",
			 (json_int_t)end.column);
}

static json_t *location(const struct source *source, const struct store_mutant *mutant)
{
	json_t *artifact = json_pack("{so}", "uri", emit_uri(mutant->file));

	if (mutant->file[0] != '/')
		json_object_set_new(artifact, "uriBaseId", json_string("ROOT"));
	/* A binary without lines has addresses. */
	if (!mutant->site_line)
		return json_pack("{s{so s{sI so ss}}}", "physicalLocation", "artifactLocation",
				 artifact, "address", "absoluteAddress",
				 (json_int_t)mutant->site_column, "fullyQualifiedName",
				 emit_string(mutant->function), "kind", "instruction");
	return json_pack("{s{so so}}", "physicalLocation", "artifactLocation", artifact, "region",
			 region(source, mutant));
}

static json_t *result(const struct report_model *model, const struct source *source, size_t m)
{
	const struct store_mutant *mutant = &model->mutants[m].store;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t nr_tests = 0;

	for (size_t t = 0; t < model->nr_tests; t++)
		nr_tests += !model->tests[t].quarantined && report_covers(model, m, t);
	strbuf_addf(&text, "%s: no test notices (%zu reach it)%s", mutant->description, nr_tests,
		    report_is_but_ub(&model->mutants[m])
			    ? "; equivalent but for undefined behaviour"
			    : "");
	if (model->mutants[m].nr_duplicates)
		strbuf_addf(&text, "; it has %zu duplicate%s, not listed",
			    model->mutants[m].nr_duplicates,
			    plural(model->mutants[m].nr_duplicates));
	return json_pack("{so ss s{so} s[o] s{ss}}", "ruleId",
			 emit_string_n(mutant->op, strcspn(mutant->op, ":")), "level", "warning",
			 "message", "text", emit_string(strbuf_get(&text)), "locations",
			 location(source, mutant), "partialFingerprints", "remtMutant/v1",
			 mutant->id);
}

static json_t *rules(const struct report_model *model)
{
	json_t *seen = json_object(), *list = json_array(), *name;

	for (size_t m = 0; m < model->nr_mutants; m++) {
		const char *op = model->mutants[m].store.op;

		if (!report_is_open(&model->mutants[m]))
			continue;
		name = emit_string_n(op, strcspn(op, ":"));
		if (!json_object_get(seen, json_string_value(name))) {
			json_object_set_new(seen, json_string_value(name), json_true());
			json_array_append_new(
				list,
				json_pack("{sO s{ss}}", "id", name, "shortDescription", "text",
					  "a mutant of this operator survives the tests"));
		}
		json_decref(name);
	}
	json_decref(seen);
	return list;
}

static void put_results(struct report_model *model, struct emit *emit)
{
	struct source source;
	bool first = true;

	for (size_t f = 0; f < model->nr_files; f++) {
		const struct report_file *file = &model->files[f];

		if (!file->count.by_status[REPORT_SURVIVED])
			continue;
		if (listing_is_one(model, file))
			listing_write(model, file, &source);
		else
			report_source_read(model, file, &source);
		for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants;
		     m++) {
			if (!report_is_open(&model->mutants[m]))
				continue;
			print_to(emit->out, first ? "\n" : ",\n");
			emit_take(emit, result(model, &source, m));
			first = false;
		}
		source_deinit(&source);
	}
}

static struct error *sarif_write(struct report_model *model, const struct report_opts *opts,
				 FILE *out)
{
	struct emit emit = { .out = out };

	fputs("{\"$schema\":\"https://json.schemastore.org/"
	      "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
	      "\"tool\":{\"driver\":",
	      out);
	emit_take(&emit, json_pack("{ss ss so}", "name", "remt", "version",
				   opts->version ? opts->version : "", "rules", rules(model)));
	fputs("},\n\"columnKind\":\"utf16CodeUnits\",\n\"originalUriBaseIds\":", out);
	emit_take(&emit, json_pack("{s{so}}", "ROOT", "uri", emit_root_uri(model->run.root)));
	fputs(",\n\"properties\":", out);
	emit_take(&emit, json_pack("{so}", "score", report_json_score(&model->count)));
	fputs(",\n\"results\":[", out);
	put_results(model, &emit);
	fputs("]}]}\n", out);
	return NULL;
}

const struct report_writer report_sarif = {
	.name = "sarif",
	.help = "SARIF 2.1.0, survivors as results",
	.write = sarif_write,
};
