/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Foreign code and data: what a linked file contains that none of its site tables describes, and
 * that does not come with GCC or the C library.
 *
 *   foreign_read()
 *   … use …
 *   foreign_deinit()
 */
#ifndef SITES_FOREIGN_H
#define SITES_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "sites/table.h"

struct foreign {
	/*
	 * Names of symbols, NULL-terminated; NULL if there are none. A symbol that a table defines is
	 * foreign, too, if the linker took another definition of that name.
	 */
	char **symbols;
	/*
	 * names of sources or objects as the file has them, NULL-terminated; NULL if there are none
	 */
	char **files;
	bool is_stripped;  /* symbols are missing, or don't tell of all code that is executed */
	bool is_optimized; /* the file was optimised at link time, so code may be anywhere */
};

/*
 * Reads PATH, a program or shared library with TABLES. On an error RET is empty. Otherwise the
 * caller ends RET with foreign_deinit().
 */
struct error *foreign_read(const char *path, const struct site_tables *tables,
			   struct foreign *ret) MUST_CHECK;
/*
 * Returns a name for messages: one of the names in FOREIGN, "?" if code is foreign but without a
 * name, or NULL if nothing is foreign. The text is borrowed.
 */
const char *foreign_name(const struct foreign *foreign);
void foreign_deinit(struct foreign *foreign);

#endif
