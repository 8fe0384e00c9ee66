/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions to the model, and the arithmetic of the score. An expected score is extrapolated from
 * the reached mutants that have a verdict; no confidence interval is given.
 */
#include "report/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/strbuf.h"
#include "common/strv.h"
#include "report/pool.h"

void report_model_deinit(struct report_model *model)
{
	free(model->tests);
	free(model->files);
	free(model->mutants);
	free(model->covered);
	free(model->killed);
	free(model->decided);
	free(model->unknown);
	free(model->carried);
	free(model->shared);
	strv_destroy(model->warnings);
	report_pool_destroy(model->pool);
	*model = (struct report_model){ 0 };
}

static bool bit(const struct report_model *model, const uint64_t *map, size_t m, size_t t)
{
	return map[m * model->row_words + t / REPORT_WORD_BITS] >> t % REPORT_WORD_BITS & 1;
}

bool report_covers(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->covered, m, t);
}

bool report_kills(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->killed, m, t);
}

bool report_decides(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->decided, m, t);
}

bool report_is_unknown(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->unknown, m, t);
}

bool report_is_carried(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->carried, m, t);
}

bool report_is_shared(const struct report_model *model, size_t m, size_t t)
{
	return bit(model, model->shared, m, t);
}

size_t report_count_total(const struct report_count *count)
{
	size_t total = 0;

	for (size_t i = 0; i < REPORT_NR_STATUS; i++)
		total += count->by_status[i];
	return total;
}

static bool is_killed(const struct report_mutant *mutant)
{
	return mutant->status == REPORT_KILLED || mutant->status == REPORT_TIMEOUT;
}

bool report_is_equivalent(const struct report_mutant *mutant)
{
	return mutant->proof == STORE_PROOF_EQUIVALENT && !mutant->is_void && !is_killed(mutant);
}

bool report_is_but_ub(const struct report_mutant *mutant)
{
	return mutant->proof == STORE_PROOF_BUT_UB && !mutant->is_void && !is_killed(mutant);
}

bool report_is_contradicted(const struct report_mutant *mutant)
{
	return mutant->proof == STORE_PROOF_EQUIVALENT && is_killed(mutant);
}

bool report_is_unlike(const struct report_mutant *one, const struct report_mutant *other)
{
	return (is_killed(one) && other->status == REPORT_SURVIVED) ||
	       (is_killed(other) && one->status == REPORT_SURVIVED);
}

bool report_is_open(const struct report_mutant *mutant)
{
	return mutant->status == REPORT_SURVIVED && !report_is_equivalent(mutant) &&
	       !mutant->is_duplicate;
}

size_t report_count_equivalent(const struct report_count *count)
{
	size_t total = 0;

	for (size_t i = 0; i < REPORT_NR_STATUS; i++)
		total += count->equivalent[i];
	return total;
}

static double percent(size_t part, size_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : NAN;
}

/*
 * Returns PART as a percentage of TOTAL, extrapolated to UNKNOWN mutants, which are reached: among
 * these, the share is that of the DECIDED ones. Mutants that no test reaches are known from the
 * start, and would weigh too much in a run that is not finished. NaN if nothing is decided.
 */
static double foretell(size_t part, size_t decided, size_t unknown, size_t total)
{
	if (!unknown || !decided)
		return unknown ? NAN : percent(part, total);
	return percent(part, decided) * (double)(decided + unknown) / (double)total;
}

struct report_score report_score(const struct report_count *count)
{
	size_t killed = count->by_status[REPORT_KILLED], timeout = count->by_status[REPORT_TIMEOUT];
	size_t survived = count->by_status[REPORT_SURVIVED];
	size_t unknown = count->by_status[REPORT_UNKNOWN];
	size_t detected = killed + timeout, reached = detected + survived;
	size_t total = report_count_total(count), most = detected;

	size_t rest_reached = reached - count->equivalent[REPORT_SURVIVED];
	size_t rest_unknown = unknown - count->equivalent[REPORT_UNKNOWN];

	for (size_t i = REPORT_SURE + 1; i < REPORT_NR_DOUBT; i++)
		most += count->by_doubt[i];

	return (struct report_score){
		.score = foretell(detected, reached, unknown, total),
		.reached = percent(detected, reached),
		.timeouts_survive = foretell(killed, reached, unknown, total),
		.rest = foretell(detected, rest_reached, rest_unknown,
				 total - report_count_equivalent(count)),
		.low = percent(detected, total),
		.high = percent(most, total),
	};
}

bool report_score_is_range(const struct report_score *score)
{
	return score->low < score->high;
}

void report_percent(double value, bool is_upper, char ret[REPORT_PERCENT_SIZE])
{
	double tenths = is_upper ? ceil(value * 10 - 1e-9) : floor(value * 10 + 1e-9);

	if (isnan(value))
		snprintf(ret, REPORT_PERCENT_SIZE, "-");
	else
		snprintf(ret, REPORT_PERCENT_SIZE, "%.1f", tenths / 10);
}

char *report_score_describe(const struct report_count *count)
{
	struct report_score score = report_score(count);
	struct strbuf text = { 0 };
	char low[REPORT_PERCENT_SIZE], high[REPORT_PERCENT_SIZE];
	const char *separator = ": ";

	report_percent(score.low, false, low);
	report_percent(score.high, true, high);
	if (!report_score_is_range(&score)) {
		strbuf_addf(&text, "%s %% of the mutants are detected", low);
		return strbuf_take(&text);
	}
	strbuf_addf(&text, "%s to %s %% of the mutants are detected", low, high);
	for (enum report_doubt i = REPORT_SURE + 1; i < REPORT_NR_DOUBT; i++) {
		if (!count->by_doubt[i])
			continue;
		strbuf_addf(&text, "%s%zu %s", separator, count->by_doubt[i], report_doubt_name(i));
		separator = ", ";
	}
	return strbuf_take(&text);
}

const char *report_doubt_name(enum report_doubt doubt)
{
	switch (doubt) {
	case REPORT_SURE: return "sure";
	case REPORT_UNDECIDED: return "without verdict";
	case REPORT_QUARANTINED: return "reached by quarantined tests";
	case REPORT_CHANGING: return "where a test takes other ways from run to run";
	}
	return "invalid";
}

const char *report_status_name(enum report_status status)
{
	switch (status) {
	case REPORT_KILLED: return "killed";
	case REPORT_TIMEOUT: return "timeout";
	case REPORT_SURVIVED: return "survived";
	case REPORT_NOT_REACHED: return "not reached";
	case REPORT_UNKNOWN: return "unknown";
	}
	return "invalid";
}
