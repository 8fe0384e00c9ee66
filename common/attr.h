/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short names of the compiler attributes used in headers. */
#ifndef COMMON_ATTR_H
#define COMMON_ATTR_H

#define MUST_CHECK		__attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((__format__(__printf__, fmt, first)))
#define RETURNS_NONNULL		__attribute__((returns_nonnull))
#define UNUSED			__attribute__((unused))

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif
