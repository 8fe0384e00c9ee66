/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writable words for argument lists and other fields of type char *. */
#ifndef TESTSUITE_WORD_H
#define TESTSUITE_WORD_H

#define WORD(text) ((char[]){ text })

#endif
