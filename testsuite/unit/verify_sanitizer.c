/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of two runs are compared without what changes from run to run. */
#include "unit.h"

#include "common/strv.h"
#include "verify/sanitizer.h"

static void check_report(const char *text, const char *expected)
{
	char **reports = NULL;

	verify_sanitizer_parse(text, &reports);
	CHECK_INT(strv_count(reports), ==, expected ? 1 : 0);
	if (expected)
		CHECK_STR(reports[0], expected);
	strv_destroy(reports);
}

TEST(reads_undefined_behaviour)
{
	check_report("a.c:3:7: runtime error: load of address 0x7ffd12 with null\nmore\n",
		     "a.c:3:7: runtime error: load of address  with null");
}

TEST(reads_address_errors)
{
	check_report("==12==ERROR: AddressSanitizer: …\n"
		     "SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3 in f\n",
		     "SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3 in f");
}

TEST(reads_valgrind)
{
	check_report("==712== Invalid read of size 4\n==712==    at 0x10918E: f (a.c:3)\n",
		     "Invalid read of size 4   at : f (a.c:3)");
}

TEST(running_out_of_memory_is_defined)
{
	check_report("SUMMARY: AddressSanitizer: stack-overflow a.c:3 in f\n", NULL);
	check_report("SUMMARY: AddressSanitizer: allocation-size-too-big a.c:3 in f\n", NULL);
}

TEST(other_output_is_no_report)
{
	check_report("==7== Warning: set address range perms\nerror\n", NULL);
	check_report("", NULL);
}

TEST(a_report_counts_once)
{
	check_report("a.c:3:7: runtime error: x\na.c:3:7: runtime error: x\n",
		     "a.c:3:7: runtime error: x");
}
