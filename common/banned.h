/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns functions that are not used here into compile errors: they have no bound, can't tell an
 * error, or run a shell. The build includes this file first into each source but those of the
 * run-time.
 */
#ifndef COMMON_BANNED_H
#define COMMON_BANNED_H

/* Where they are declared they may be named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#include <cstring>
#endif

#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atof gets system mktemp tmpnam

#endif
