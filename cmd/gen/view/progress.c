/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdarg.h>
#include <unistd.h>

#include "cmd/gen/view/progress.h"
#include "cmd/progress.h"
#include "common/clock.h"
#include "common/plural.h"

/* True if it is time to draw again, on a terminal. */
static bool is_drawing_time(void)
{
	static uint64_t drawn_ms;

	if (!isatty(STDERR_FILENO) || clock_ms() - drawn_ms < 100)
		return false;
	drawn_ms = clock_ms();
	return true;
}

static PRINTF_LIKE(1, 2) void draw(const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	va_list args;

	if (!is_drawing_time())
		return;
	va_start(args, format);
	strbuf_addvf(&text, format, args);
	va_end(args);
	progress_draw(&text);
}

void gen_draw_progress(const struct search_state *state)
{
	const struct explorer_state *sum = &state->sum;

	draw("%" PRIu64 " input%s, %" PRIu64 " branch%s to be tried, %" PRIu64 " difference%s",
	     sum->nr_inputs, plural(sum->nr_inputs), sum->nr_open,
	     plural_of(sum->nr_open, "", "es"), sum->nr_differences, plural(sum->nr_differences));
}

void gen_draw_suite(size_t nr_runs)
{
	draw("the suite runs: %zu command%s", nr_runs, plural(nr_runs));
}

void gen_draw_tests(size_t done, size_t number)
{
	draw("%zu of %zu test%s tried", done, number, plural(number));
}

void gen_draw_shrink(size_t done, size_t number)
{
	draw("inputs of %zu of %zu difference%s made smaller", done, number, plural(number));
}
