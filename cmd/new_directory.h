/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A directory that the user named for results, which did not exist or was empty. */
#ifndef CMD_NEW_DIRECTORY_H
#define CMD_NEW_DIRECTORY_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

struct new_directory {
	char *path;   /* as the user named it, but for a dash at the begin; NULL: there is none */
	int fd;	      /* its descriptor; -1: none */
	bool is_made; /* it was not there before */
};

/*
 * Makes PATH. Whatever comes of it, RET is for new_directory_close(). ERROR_UNUSABLE: it can't be made, or
 * holds something; ERROR_USAGE: it is empty.
 */
struct error *new_directory_open(const char *path, struct new_directory *ret) MUST_CHECK;

/* Takes the directory away if it was made and is empty. */
void new_directory_close(struct new_directory *directory);

#endif
