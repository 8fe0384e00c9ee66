/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "iso/sanitizer.h"

static void check(const char *error, const char *classes, const char *rest)
{
	char *text = xstrdup(error), *taken = sanitizer_take(text);

	CHECK_STR(taken, classes);
	CHECK_STR(text, rest);
	free(taken);
	free(text);
}

TEST(what_is_no_report_stays)
{
	check("", "", "");
	check("a\n  b\n\nSUMMARY: c", "", "a\n  b\n\nSUMMARY: c");
	check("ERROR: file\n==\n", "", "ERROR: file\n==\n");
}

TEST(reports_become_their_class)
{
	check("before\n"
	      "=================================================================\n"
	      "==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x55 bp\n"
	      "READ of size 1 at 0x602 thread T0\n"
	      "    #0 0x55 in main a.c:5\n"
	      "\n"
	      "0x602 is located 0 bytes to the right of 1-byte region [0x602,0x603)\n"
	      "allocated by thread T0 here:\n"
	      "    #0 0x7f in malloc\n"
	      "\n"
	      "SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:5 in main\n"
	      "Shadow bytes around the buggy address:\n"
	      "  0x0c04: fa\n"
	      "==12==ABORTING\n",
	      "AddressSanitizer: heap-buffer-overflow\n", "before\n");
	check("==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 3 byte(s)\n",
	      "LeakSanitizer: detected memory leaks\n", "");
	check("x\na.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be\ny\n"
	      "a.c:4:5: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n",
	      "runtime error: signed integer overflow\nruntime error: shift exponent\n", "x\ny\n");
}
