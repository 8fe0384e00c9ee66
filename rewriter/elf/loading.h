/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the loader makes of a binary, as far as variants in its memory depend on that. */
#ifndef REWRITER_ELF_LOADING_H
#define REWRITER_ELF_LOADING_H

#include "common/vec.h"
#include "rewriter/elf/binary.h"

struct loading {
	const unsigned char *headers; /* program headers, borrowed from the data of the binary */
	uint32_t nr_headers;
	uint64_t entry;
	bool is_static;		   /* nothing can be preloaded */
	char *name;		   /* DT_SONAME, owned; NULL: it has none */
	uint64_t build_id_address; /* address of the build-id; 0: it is not loaded */
	/* sorted addresses of functions that the loader itself calls (ifunc) */
	VEC(uint64_t) resolvers;
	bool is_first; /* it is initialised before all other files, even preloaded ones */
};

/*
 * Reads what the loader uses of BINARY. The caller ends RET with loading_deinit() even after an
 * error.
 */
struct error *loading_read(const struct binary *binary, struct loading *ret) MUST_CHECK;
void loading_deinit(struct loading *loading);

#endif
