/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layer between SQLite and the operating system, under the name VFS_NAME: each page of a
 * database is sealed (store/page.h) when it is written, and compared with its sum when it is read,
 * in the database as in its write-ahead log.  A page that is damaged is never given to SQLite: the
 * read fails with SQLITE_IOERR_DATA.
 *
 * A database that has no sums, as of an earlier remt or of another program, is read and written as
 * it is.  A new one gets sums.
 */
#ifndef STORE_VFS_H
#define STORE_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#define VFS_NAME "remt"

/* Makes the layer known to SQLite; once is enough. */
void vfs_register(void);
/* The database of HANDLE, which was opened by VFS_NAME, has sums. */
bool vfs_is_sealed(sqlite3 *handle);
/* The page that was found damaged last; 0: none. */
uint32_t vfs_damaged_page(sqlite3 *handle);
/* Reads all pages of the file, without the log.  *RET: how many are damaged. */
int vfs_check(sqlite3 *handle, uint32_t *ret);

#endif
