/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutation-testing-report-schema 2.0. Locations are the ranges that `replacement` replaces, in
 * characters of the `source` that is part of the report.
 *
 * Mutants have more fields than the schema names: "operator" (with domain and range), "function",
 * and "carriedOver" if verdicts were carried over from earlier runs. A mutant that has verdicts of a duplicate has that
 * one's id as "sharedWith", and these tests as "shared".
 */
#include "report/json.h"

#include <math.h>
#include <string.h>

#include "common/print.h"
#include "common/strbuf.h"
#include "report/emit.h"
#include "report/listing.h"
#include "report/source.h"
#include "report/writers.h"

#define THRESHOLD_HIGH 80
#define THRESHOLD_LOW  60

static const char *const schema_status[REPORT_NR_STATUS] = {
	[REPORT_KILLED] = "Killed",	[REPORT_TIMEOUT] = "Timeout",
	[REPORT_SURVIVED] = "Survived", [REPORT_NOT_REACHED] = "NoCoverage",
	[REPORT_UNKNOWN] = "Pending",
};

struct json_report {
	struct emit emit;
	struct report_model *model;
	const struct report_opts *opts;
};

static json_t *position(struct source_position at)
{
	return json_pack("{sI sI}", "line", (json_int_t)at.line, "column", (json_int_t)at.column);
}

/*
 * Returns the position of a place in characters. If the file has changed and does not have the
 * place, the position is as it was recorded.
 */
static json_t *place(const struct source *source, uint32_t line, uint32_t column)
{
	struct source_position at = { line ? line : 1, column ? column : 1 };
	size_t offset;

	if (source_find(source, line, column, &offset))
		at = source_position(source, offset);
	return position(at);
}

/*
 * Returns the range that mutant M replaces; if FILE is a binary, the mutant's line in the listing.
 */
static json_t *range(const struct report_model *model, const struct report_file *file,
		     const struct source *source, size_t m)
{
	const struct store_mutant *store = &model->mutants[m].store;
	struct source_position start, end;

	if (!listing_is_one(model, file))
		return json_pack("{so so}", "start", place(source, store->line, store->column),
				 "end", place(source, store->end_line, store->end_column));
	listing_find(source, model, file->first_mutant, m, &start, &end);
	return json_pack("{so so}", "start", position(start), "end", position(end));
}

/*
 * Returns the ids of the tests for which HAS is true, without quarantined ones. Ids are the tests'
 * ordinals: names would make a large matrix many times larger.
 */
static json_t *test_ids(const struct report_model *model, size_t m,
			bool (*has)(const struct report_model *, size_t, size_t))
{
	json_t *ids = json_array();
	char id[24];

	for (size_t t = 0; t < model->nr_tests; t++) {
		if (model->tests[t].quarantined || !has(model, m, t))
			continue;
		snprintf(id, sizeof(id), "%zu", t + 1);
		json_array_append_new(ids, json_string(id));
	}
	return ids;
}

/* An equivalent mutant is one that scores leave out. */
static const char *status_of(const struct report_mutant *mutant)
{
	return report_is_equivalent(mutant) ? "Ignored" : schema_status[mutant->status];
}

static void put_reason(json_t *object, const struct report_mutant *mutant)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	strbuf_adds(&text, mutant->reason);
	if (report_is_equivalent(mutant) || report_is_but_ub(mutant))
		strbuf_addf(&text, "%s%s: %s", text.length ? "; " : "",
			    report_is_equivalent(mutant) ? "equivalent"
							 : "equivalent but for undefined behaviour",
			    mutant->proof_text);
	if (mutant->is_duplicate)
		strbuf_addf(&text, "%sduplicate of %s: GCC makes the same object of both",
			    text.length ? "; " : "", mutant->stands_in);
	if (mutant->run_instead[0])
		strbuf_addf(&text, "%s%s was run for it: GCC makes the same object of both",
			    text.length ? "; " : "", mutant->run_instead);
	if (text.length)
		json_object_set_new(object, "statusReason", emit_string(strbuf_get(&text)));
}

static json_t *mutant_object(const struct report_model *model, const struct report_file *file,
			     const struct source *source, size_t m)
{
	const struct report_mutant *mutant = &model->mutants[m];
	const struct store_mutant *store = &mutant->store;
	json_t *object = json_object();

	json_object_set_new(object, "id", emit_string(store->id));
	json_object_set_new(object, "mutatorName",
			    emit_string_n(store->op, strcspn(store->op, ":")));
	json_object_set_new(object, "operator", emit_string(store->op));
	json_object_set_new(object, "function", emit_string(store->function));
	json_object_set_new(object, "description", emit_string(store->description));
	json_object_set_new(object, "replacement", emit_string(store->replacement));
	json_object_set_new(object, "location", range(model, file, source, m));
	json_object_set_new(object, "status", json_string(status_of(mutant)));
	put_reason(object, mutant);
	json_object_set_new(object, "coveredBy", test_ids(model, m, report_covers));
	json_object_set_new(object, "killedBy", test_ids(model, m, report_kills));
	if (model->nr_carried)
		json_object_set_new(object, "carriedOver", test_ids(model, m, report_is_carried));
	if (mutant->run_instead[0]) {
		json_object_set_new(object, "sharedWith", emit_string(mutant->run_instead));
		json_object_set_new(object, "shared", test_ids(model, m, report_is_shared));
	}
	json_object_set_new(object, "testsCompleted", json_integer(mutant->nr_run));
	if (mutant->nr_run)
		json_object_set_new(object, "duration", json_real((double)mutant->wall_us / 1000));
	return object;
}

/* Fills SOURCE, which could not be read, with as many lines as the mutants need. */
static void blank_source(const struct report_model *model, const struct report_file *file,
			 struct source *source)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	uint32_t last = 1;

	for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants; m++) {
		if (model->mutants[m].store.end_line > last)
			last = model->mutants[m].store.end_line;
	}
	strbuf_adds(&text, "/* the source could not be read */");
	for (uint32_t line = 1; line <= last; line++)
		strbuf_addc(&text, '\n');
	source_deinit(source);
	source_init(source, text.data, text.length);
}

static const char *language(const char *path)
{
	const char *dot = strrchr(path, '.');

	if (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0))
		return "c";
	return dot && strpbrk(dot, "CcHh+") ? "cpp" : "c";
}

static void put_file(struct json_report *report, const struct report_file *file)
{
	struct report_model *model = report->model;
	struct emit *emit = &report->emit;
	struct source source;
	bool first = true;

	if (listing_is_one(model, file))
		listing_write(model, file, &source);
	else if (!report_source_read(model, file, &source))
		blank_source(model, file, &source);
	emit_text(emit, file->path, strlen(file->path));
	print_to(emit->out, ":{\"language\":\"%s\",\"source\":", language(file->path));
	emit_text(emit, source.text, source.size);
	fputs(",\"mutants\":[", emit->out);
	for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants; m++) {
		if (report->opts->statuses &&
		    !(report->opts->statuses >> model->mutants[m].status & 1))
			continue;
		print_to(emit->out, first ? "\n" : ",\n");
		emit_take(emit, mutant_object(model, file, &source, m));
		first = false;
	}
	fputs("]}", emit->out);
	source_deinit(&source);
}

static void put_files(struct json_report *report)
{
	bool first = true;

	fputs(",\n\"files\":{", report->emit.out);
	for (size_t f = 0; f < report->model->nr_files; f++) {
		if (!report->model->files[f].nr_mutants)
			continue;
		print_to(report->emit.out, first ? "\n" : ",\n");
		put_file(report, &report->model->files[f]);
		first = false;
	}
	fputs("}", report->emit.out);
}

/* Writes the tests. They have no files of their own, so that each harness stands for one. */
static void put_tests(struct json_report *report)
{
	const struct report_model *model = report->model;
	json_t *harnesses = json_object(), *entry, *tests;
	char id[24];

	for (size_t t = 0; t < model->nr_tests; t++) {
		const struct report_test *test = &model->tests[t];
		const char *harness = test->harness[0] ? test->harness : "tests";

		entry = json_object_get(harnesses, harness);
		if (!entry) {
			entry = json_pack("{s[]}", "tests");
			json_object_set_new(harnesses, harness, entry);
		}
		tests = json_object_get(entry, "tests");
		snprintf(id, sizeof(id), "%zu", t + 1);
		json_array_append_new(
			tests, json_pack("{ss so}", "id", id, "name", emit_string(test->name)));
	}
	fputs(",\n\"testFiles\":", report->emit.out);
	emit_take(&report->emit, harnesses);
}

/* Returns VALUE as a number; null for NaN, which JSON does not have. */
static json_t *percentage(double value)
{
	return isnan(value) ? json_null() : json_real(value);
}

json_t *report_json_score(const struct report_count *count)
{
	struct report_score score = report_score(count);

	return json_pack("{so so so so sI sI s{sI sI sI}}", "low", percentage(score.low), "high",
			 percentage(score.high), "expected", percentage(score.score),
			 "withoutEquivalent", percentage(score.rest), "equivalent",
			 (json_int_t)report_count_equivalent(count), "equivalentButForUndefined",
			 (json_int_t)count->but_ub, "unsure", "withoutVerdict",
			 (json_int_t)count->by_doubt[REPORT_UNDECIDED], "quarantined",
			 (json_int_t)count->by_doubt[REPORT_QUARANTINED], "changing",
			 (json_int_t)count->by_doubt[REPORT_CHANGING]);
}

static json_t *configuration(const struct report_model *model)
{
	const struct store_run *run = &model->run;
	json_t *quarantined = json_array(), *changing = json_array(), *by_output = json_array();

	for (size_t t = 0; t < model->nr_tests; t++) {
		const struct report_test *test = &model->tests[t];
		json_t *name = emit_string(test->name);

		if (test->quarantined)
			json_array_append_new(quarantined,
					      json_pack("{sO so}", "test", name, "reason",
							emit_string(test->reason)));
		else if (test->changes)
			json_array_append_new(
				changing,
				json_pack("{sO sb sb}", "test", name, "output",
					  (test->changes & STORE_CHANGE_OUTPUT) != 0, "coverage",
					  (test->changes & STORE_CHANGE_COVERAGE) != 0));
		if (test->oracle == STORE_ORACLE_OUTPUT)
			json_array_append(by_output, name);
		json_decref(name);
	}
	return json_pack("{so so so so so sb ss so so so so}", "command", emit_string(run->command),
			 "preset", emit_string(run->preset), "compiler", emit_string(run->compiler),
			 "started", emit_string(run->started), "finished",
			 emit_string(run->finished), "full", (int)run->full, "oracle",
			 store_oracle_name(run->oracle), "judgedByOutput", by_output, "quarantined",
			 quarantined, "changing", changing, "score",
			 report_json_score(&model->count));
}

void report_json_write(struct report_model *model, const struct report_opts *opts, FILE *out,
		       bool in_html)
{
	struct json_report report = { .emit = { out, in_html }, .model = model, .opts = opts };

	print_to(out,
		 "{\"schemaVersion\":\"2.0\",\n\"thresholds\":{\"high\":%d,\"low\":%d},"
		 "\n\"projectRoot\":",
		 THRESHOLD_HIGH, THRESHOLD_LOW);
	emit_text(&report.emit, model->run.root, strlen(model->run.root));
	fputs(",\n\"framework\":", out);
	emit_take(&report.emit, json_pack("{ss ss}", "name", "remt", "version",
					  opts->version ? opts->version : ""));
	fputs(",\n\"config\":", out);
	emit_take(&report.emit, configuration(model));
	put_files(&report);
	put_tests(&report);
	fputs("}\n", out);
}

static struct error *json_write(struct report_model *model, const struct report_opts *opts,
				FILE *out)
{
	report_json_write(model, opts, out, false);
	return NULL;
}

const struct report_writer report_json = {
	.name = "json",
	.help = "mutation-testing-report-schema 2.0",
	.write = json_write,
};
