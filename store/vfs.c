/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layer's methods for databases, and those that databases and logs share. Each method passes
 * its call on to the system's, with sums of pages added on writing and compared on reading. The
 * log's own methods are in vfs_log.c.
 */
#include "store/vfs.h"

#include <string.h>
#include <time.h>

#include "store/vfs_file.h"

enum {
	/* How many pages tell whether a database has sums, as some may be damaged. */
	NR_LOOKED_AT = 5,
	/*
	 * How often a page is read that others may be writing: SQLite reads the header without a
	 * lock. Of a damaged database, which can have very many damaged pages, only the pages that
	 * tell of the whole are waited for.
	 */
	NR_ATTEMPTS = 4,
};

static sqlite3_vfs *system_vfs;

/* Reads page NUMBER. SQLITE_IOERR_DATA: it is damaged, or the file ends within it. */
static int read_page(struct vfs_file *file, unsigned char ret[PAGE_SIZE_BYTES], uint32_t number)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	int attempts = file->damaged && number > NR_LOOKED_AT ? 1 : NR_ATTEMPTS;

	for (int attempt = 0; attempt < attempts; attempt++) {
		int code;

		if (attempt)
			nanosleep(&pause, NULL);
		code = vfs_real_read(file, ret, PAGE_SIZE_BYTES,
				     (sqlite3_int64)(number - 1) * PAGE_SIZE_BYTES);
		if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
			return code;
		if (code == SQLITE_OK && page_is_sealed(ret, number))
			return SQLITE_OK;
	}
	return SQLITE_IOERR_DATA;
}

static int real_size(struct vfs_file *file, sqlite3_int64 *ret)
{
	return file->real->pMethods->xFileSize(file->real, ret);
}

static bool is_empty(struct vfs_file *file)
{
	sqlite3_int64 size;

	return real_size(file, &size) == SQLITE_OK && size == 0;
}

enum vfs_state vfs_state_of(struct vfs_file *file)
{
	unsigned char page[PAGE_SIZE_BYTES];

	if (file->state != VFS_UNKNOWN)
		return file->state;
	if (is_empty(file))
		return VFS_SEALED; /* a new database */
	file->state = VFS_PLAIN;
	for (uint32_t number = 1; number <= NR_LOOKED_AT; number++)
		if (read_page(file, page, number) == SQLITE_OK)
			file->state = VFS_SEALED;
	return file->state;
}

/* Reads a page, or a part of the header. An empty file is read as it is. */
static int database_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset)
{
	struct vfs_file *file = vfs_file_of(base);
	uint32_t number = (uint32_t)(offset / PAGE_SIZE_BYTES) + 1;
	sqlite3_int64 begin = offset % PAGE_SIZE_BYTES;
	unsigned char page[PAGE_SIZE_BYTES];
	int code = SQLITE_IOERR_DATA;

	if (vfs_state_of(file) == VFS_PLAIN || file->state == VFS_UNKNOWN)
		return vfs_real_read(file, buffer, size, offset);
	if (begin + size <= PAGE_SIZE_BYTES)
		code = read_page(file, page, number);
	if (code == SQLITE_OK)
		memcpy(buffer, page + begin, (size_t)size);
	if (code != SQLITE_IOERR_DATA)
		return code;
	/* Empty again: a new database whose first transaction was rolled back. */
	if (is_empty(file))
		return vfs_real_read(file, buffer, size, offset);
	file->damaged = number;
	return code;
}

static int database_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset)
{
	struct vfs_file *file = vfs_file_of(base);
	unsigned char page[PAGE_SIZE_BYTES];

	if (size != PAGE_SIZE_BYTES || file->in_checkpoint || vfs_state_of(file) == VFS_PLAIN)
		return vfs_real_write(file, buffer, size, offset);
	memcpy(page, buffer, sizeof(page));
	page_seal(page, (uint32_t)(offset / PAGE_SIZE_BYTES) + 1);
	return vfs_real_write(file, page, size, offset);
}

static int file_close(sqlite3_file *base)
{
	struct vfs_file *file = vfs_file_of(base);
	int code = vfs_log_flush(file);
	int closed = file->real->pMethods->xClose(file->real);

	return code == SQLITE_OK ? closed : code;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct vfs_file *file = vfs_file_of(base);
	int code = vfs_log_flush(file);

	return code == SQLITE_OK ? file->real->pMethods->xTruncate(file->real, size) : code;
}

static int file_sync(sqlite3_file *base, int flags)
{
	struct vfs_file *file = vfs_file_of(base);
	int code = vfs_log_flush(file);

	return code == SQLITE_OK ? file->real->pMethods->xSync(file->real, flags) : code;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *ret)
{
	struct vfs_file *file = vfs_file_of(base);
	int code = vfs_log_flush(file);

	return code == SQLITE_OK ? real_size(file, ret) : code;
}

static int file_lock(sqlite3_file *base, int level)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xLock(file->real, level);
}

static int file_unlock(sqlite3_file *base, int level)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xUnlock(file->real, level);
}

static int file_check_lock(sqlite3_file *base, int *ret)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xCheckReservedLock(file->real, ret);
}

static int file_control(sqlite3_file *base, int operation, void *arg)
{
	struct vfs_file *file = vfs_file_of(base);

	if (operation == SQLITE_FCNTL_CKPT_START || operation == SQLITE_FCNTL_CKPT_DONE)
		file->in_checkpoint = operation == SQLITE_FCNTL_CKPT_START;
	return file->real->pMethods->xFileControl(file->real, operation, arg);
}

static int file_sector_size(sqlite3_file *base)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xSectorSize(file->real);
}

static int file_characteristics(sqlite3_file *base)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xDeviceCharacteristics(file->real);
}

static int file_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **ret)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xShmMap(file->real, region, size, extend, ret);
}

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xShmLock(file->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *base)
{
	struct vfs_file *file = vfs_file_of(base);

	file->real->pMethods->xShmBarrier(file->real);
}

static int file_shm_unmap(sqlite3_file *base, int deletes)
{
	struct vfs_file *file = vfs_file_of(base);

	return file->real->pMethods->xShmUnmap(file->real, deletes);
}

/* Version 2 lacks the methods by which SQLite maps a database and would read pages past us. */
#define METHODS(read, write)                                                                       \
	{                                                                                          \
		.iVersion = 2, .xClose = file_close, .xRead = (read), .xWrite = (write),           \
		.xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size,            \
		.xLock = file_lock, .xUnlock = file_unlock, .xCheckReservedLock = file_check_lock, \
		.xFileControl = file_control, .xSectorSize = file_sector_size,                     \
		.xDeviceCharacteristics = file_characteristics, .xShmMap = file_shm_map,           \
		.xShmLock = file_shm_lock, .xShmBarrier = file_shm_barrier,                        \
		.xShmUnmap = file_shm_unmap,                                                       \
	}

static const sqlite3_io_methods database_methods = METHODS(database_read, database_write);
static const sqlite3_io_methods log_methods = METHODS(vfs_log_read, vfs_log_write);

/*
 * Opens a database or log in the layer. Journals and temporary files are the system's alone; an
 * existing store has none.
 */
static int layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
		      int *ret_flags)
{
	struct vfs_file *file = vfs_file_of(base);

	(void)vfs;
	if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
		return system_vfs->xOpen(system_vfs, name, base, flags, ret_flags);
	memset(file, 0, sizeof(*file));
	file->waiting_at = -1;
	file->read_at = -1;
	file->database = flags & SQLITE_OPEN_MAIN_DB
				 ? file
				 : vfs_file_of(sqlite3_database_file_object(name));
	int code = system_vfs->xOpen(system_vfs, name, file->real, flags, ret_flags);
	if (file->real->pMethods)
		file->base.pMethods =
			flags & SQLITE_OPEN_MAIN_DB ? &database_methods : &log_methods;
	return code;
}

void vfs_register(void)
{
	static sqlite3_vfs layer;

	if (system_vfs)
		return;
	system_vfs = sqlite3_vfs_find(NULL);
	layer = *system_vfs;
	layer.pNext = NULL;
	layer.zName = VFS_NAME;
	layer.szOsFile += (int)sizeof(struct vfs_file);
	layer.xOpen = layer_open;
	sqlite3_vfs_register(&layer, 0);
}

static struct vfs_file *database_of(sqlite3 *handle)
{
	sqlite3_file *file = NULL;

	sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	return vfs_file_of(file);
}

bool vfs_is_sealed(sqlite3 *handle)
{
	struct vfs_file *file = database_of(handle);

	return file && vfs_state_of(file) == VFS_SEALED;
}

uint32_t vfs_damaged_page(sqlite3 *handle)
{
	const struct vfs_file *file = database_of(handle);

	return file ? file->damaged : 0;
}

int vfs_check(sqlite3 *handle, uint32_t *ret)
{
	struct vfs_file *file = database_of(handle);
	unsigned char page[PAGE_SIZE_BYTES];
	sqlite3_int64 size;
	uint32_t count = 0;
	int code = file ? real_size(file, &size) : SQLITE_MISUSE;

	for (uint32_t i = 1; code == SQLITE_OK && i <= size / PAGE_SIZE_BYTES; i++) {
		if (i == PAGE_OF_LOCKS)
			continue;
		code = read_page(file, page, i);
		if (code != SQLITE_IOERR_DATA)
			continue;
		if (!count++)
			file->damaged = i;
		code = SQLITE_OK;
	}
	if (code == SQLITE_OK)
		*ret = count;
	return code;
}
