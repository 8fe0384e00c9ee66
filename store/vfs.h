/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layer between SQLite and the operating system, called VFS_NAME. Each page of a database is
 * sealed (store/page.h) when it is written and compared with its sum when it is read, in the
 * database and in its write-ahead log. The read of a damaged page fails with SQLITE_IOERR_DATA. If
 * pages 1 to 5 all are damaged, the database seems to have no sums. It is read without, which
 * store/migrate.h refuses for each format that has them.
 *
 * A database without sums, of an earlier remt or another program, is read and written as it is. A
 * new database gets sums.
 */
#ifndef STORE_VFS_H
#define STORE_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#define VFS_NAME "remt"

/* Makes the layer known to SQLite. More calls have no effect. */
void vfs_register(void);
/* True if the database of HANDLE, opened by VFS_NAME, has sums. */
bool vfs_is_sealed(sqlite3 *handle);
/* Returns the page found damaged by the last failed read, or first by vfs_check(); 0: none. */
uint32_t vfs_damaged_page(sqlite3 *handle);
/*
 * Reads all whole pages of the file but the one with locks, without the log. Returns a code of
 * SQLite. *RET gets the number of damaged ones.
 */
int vfs_check(sqlite3 *handle, uint32_t *ret);

#endif
