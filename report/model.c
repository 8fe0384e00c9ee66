/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/model.h"

#include <math.h>
#include <stdlib.h>

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

size_t report_count_total(const struct report_count *count)
{
	size_t total = 0;

	for (size_t i = 0; i < REPORT_NR_STATUS; i++)
		total += count->by_status[i];
	return total;
}

static double percent(size_t part, size_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : NAN;
}

/*
 * Share of TOTAL, if UNKNOWN mutants, which are reached, have as large a PART as those that are
 * DECIDED: the ones that no test reaches are known from the start, and would weigh too much in a
 * run that is not finished.
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
	size_t total = report_count_total(count);

	return (struct report_score){
		.score = foretell(detected, reached, unknown, total),
		.reached = percent(detected, reached),
		.timeouts_survive = foretell(killed, reached, unknown, total),
		.low = percent(detected, total),
		.high = percent(detected + unknown, total),
	};
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
