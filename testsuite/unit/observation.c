/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>

#include "common/xalloc.h"
#include "iso/observation.h"

static observed_set compare(const struct observation *a, const struct observation *b)
{
	struct normal *normal = normal_create();
	struct observer by = { normal, NULL };
	observed_set differing = observation_compare(a, &by, b, &by);

	normal_destroy(normal);
	return differing;
}

static struct observation seen(int status, const char *output, const char *error)
{
	return (struct observation){
		.status = status,
		.texts = { [OBSERVED_OUTPUT] = xstrdup(output), [OBSERVED_ERROR] = xstrdup(error) },
	};
}

TEST(texts_and_ends_differ_one_by_one)
{
	struct observation a = seen(0, "x 0x1234567\n", ""), b = seen(0, "x 0x7654321\n", "");
	struct observation c = seen(W_EXITCODE(1, 0), "y\n", "e");

	CHECK_UINT(compare(&a, &b), ==, 0);
	CHECK_UINT(compare(&a, &c), ==,
		   OBSERVED_BIT(OBSERVED_END) | OBSERVED_BIT(OBSERVED_OUTPUT) |
			   OBSERVED_BIT(OBSERVED_ERROR));
	observation_deinit(&a);
	observation_deinit(&b);
	observation_deinit(&c);
}

TEST(of_crashes_and_limits_only_the_end_counts)
{
	struct observation a = seen(W_EXITCODE(0, SIGSEGV), "x", ""),
			   b = seen(W_EXITCODE(0, SIGSEGV), "y", "");
	struct observation c = seen(W_EXITCODE(0, SIGABRT), "x", ""), d = seen(0, "x", "");
	struct observation e = { .limit = LIMIT_CPU }, f = { .limit = LIMIT_ENDLESS };
	char *end;

	CHECK_UINT(compare(&a, &b), ==, 0);
	CHECK_UINT(compare(&a, &c), ==, OBSERVED_BIT(OBSERVED_END));
	CHECK_UINT(compare(&b, &d), ==, OBSERVED_BIT(OBSERVED_END));
	CHECK_UINT(compare(&e, &f), ==, 0);
	CHECK_UINT(compare(&d, &f), ==, OBSERVED_BIT(OBSERVED_END));
	end = observation_end(&c);
	CHECK_STR(end, "killed by SIGABRT");
	free(end);
	end = observation_end(&f);
	CHECK_STR(end, "no end");
	free(end);
	observation_deinit(&a);
	observation_deinit(&b);
	observation_deinit(&c);
	observation_deinit(&d);
}
