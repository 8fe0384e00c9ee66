/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Foreign code and data: what a linked file has that is in none of its site tables, nor GCC's own.
 */
#ifndef SITES_FOREIGN_H
#define SITES_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "sites/table.h"

struct foreign {
	char **symbols; /* names, NULL-terminated; NULL: none; also those that the tables have, but
			   which the linker took from elsewhere */
	char **files;	/* sources or objects, as the file names them; the same */
	bool is_stripped;  /* symbols are missing, or don't tell of all that is executed */
	bool is_optimized; /* at link time: code may be anywhere */
};

/* Of PATH, a program or shared library with TABLES. */
struct error *foreign_read(const char *path, const struct site_tables *tables,
			   struct foreign *ret) MUST_CHECK;
/* What is told of it: one of its names, "?" if there are none; NULL: nothing is foreign. */
const char *foreign_name(const struct foreign *foreign);
void foreign_deinit(struct foreign *foreign);

#endif
