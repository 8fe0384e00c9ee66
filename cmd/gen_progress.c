/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <unistd.h>

#include "cmd/gen.h"
#include "cmd/progress.h"
#include "common/clock.h"

/* True if it is time to draw again, on a terminal. */
static bool is_drawing_time(void)
{
	static uint64_t drawn_ms;

	if (!isatty(STDERR_FILENO) || clock_ms() - drawn_ms < 100)
		return false;
	drawn_ms = clock_ms();
	return true;
}

void gen_draw_progress(const struct search_state *state)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "%" PRIu64 " inputs, %" PRIu64 " open, %" PRIu64 " differences",
		    state->sum.nr_inputs, state->sum.nr_open, state->sum.nr_differences);
	progress_draw(&text);
}

void gen_draw_suite(size_t nr_runs)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "the suite runs: %zu commands", nr_runs);
	progress_draw(&text);
}

void gen_draw_tests(size_t done, size_t number)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "%zu of %zu tests tried", done, number);
	progress_draw(&text);
}

void gen_draw_shrink(size_t done, size_t number)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "inputs of %zu of %zu differences made smaller", done, number);
	progress_draw(&text);
}
