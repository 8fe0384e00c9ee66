/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/kernel.h"

#include <stdio.h>
#include <sys/utsname.h>

#include "unit.h"

TEST(versions_are_compared_as_numbers)
{
	unsigned major, minor;
	struct utsname name;

	CHECK_INT(uname(&name), ==, 0);
	CHECK_INT(sscanf(name.release, "%u.%u", &major, &minor), ==, 2);
	CHECK(kernel_is_from(major, minor));
	CHECK(kernel_is_from(major - 1, minor + 100));
	CHECK(!kernel_is_from(major, minor + 1));
	CHECK(!kernel_is_from(major + 1, 0));
}
