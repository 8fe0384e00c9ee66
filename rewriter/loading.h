/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the loader makes of a binary, as far as the variants in its memory depend on that. */
#ifndef REWRITER_LOADING_H
#define REWRITER_LOADING_H

#include "common/vec.h"
#include "rewriter/binary.h"

struct loading {
	const unsigned char *headers; /* of the program, in the data of the binary */
	uint32_t nr_headers;
	uint64_t entry;
	bool is_static;		   /* nothing can be preloaded */
	char *name;		   /* DT_SONAME; NULL: it has none; owned */
	uint64_t build_id_address; /* 0: it is not loaded */
	VEC(uint64_t) resolvers;   /* functions that the loader itself calls (ifunc), by address */
	bool is_first;		   /* it is initialised before all others, those preloaded too */
};

/* RET is to be given to loading_deinit() in any case. */
struct error *loading_read(const struct binary *binary, struct loading *ret) MUST_CHECK;
void loading_deinit(struct loading *loading);

/* True if the function that begins at ADDRESS runs before anything that is preloaded. */
bool loading_is_resolver(const struct loading *loading, uint64_t address);

#endif
