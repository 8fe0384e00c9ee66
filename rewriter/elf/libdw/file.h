/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file, or the one with its debug information, as libdw reads it. */
#ifndef REWRITER_ELF_LIBDW_FILE_H
#define REWRITER_ELF_LIBDW_FILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

struct libdw_file {
	Dwfl *dwfl;
	Dwfl_Module *module;
	bool is_object;
	GElf_Addr elf_bias; /* what libdw adds to addresses of the file */
};

/* The caller ends RET with libdw_file_close() even after an error. */
struct error *libdw_file_open(const char *path, struct libdw_file *ret) MUST_CHECK;
void libdw_file_close(struct libdw_file *file);

#endif
