/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seals pages when they go into the log, since any program may copy them from there into the
 * database, such as a shell that looks at the store of a killed remt.
 *
 * SQLite computes the sum of a frame before it writes the frame, header first. So the header waits
 * for its page here, and gets the sum of frame and predecessors with the sealed page. SQLite reads
 * these sums only from the file: when it recovers a log, or rewrites frames.
 */
#include <string.h>

#include "store/vfs_file.h"

/* True if OFFSET and SIZE are those of the WANTED bytes at WHERE in some frame. */
static bool is_at(sqlite3_int64 offset, int size, int wanted, sqlite3_int64 where)
{
	return size == wanted && offset >= LOG_HEADER && (offset - LOG_HEADER) % LOG_FRAME == where;
}

int vfs_log_flush(struct vfs_file *log)
{
	sqlite3_int64 at = log->waiting_at;

	log->waiting_at = -1;
	return at < 0 ? SQLITE_OK : vfs_real_write(log, log->waiting, LOG_FRAME_HEADER, at);
}

/* Gives the header of the frame AT its sum with PAGE. */
static int sum_frame(struct vfs_file *log, unsigned char *header, const unsigned char *page,
		     sqlite3_int64 at)
{
	unsigned char first[LOG_HEADER], before[LOG_FRAME_HEADER];
	int code = vfs_real_read(log, first, sizeof(first), 0);

	if (code == SQLITE_OK && at > LOG_HEADER)
		code = vfs_real_read(log, before, sizeof(before), at - LOG_FRAME);
	if (code != SQLITE_OK)
		return code;

	bool is_big = log_is_big(first);
	struct log_sum sum =
		log_sum_read(at > LOG_HEADER ? before + LOG_SUM_AT : first + LOG_HEADER_SUM_AT);
	log_sum_add(&sum, is_big, header, 8);
	log_sum_add(&sum, is_big, page, PAGE_SIZE_BYTES);
	log_sum_write(sum, header + LOG_SUM_AT);
	return SQLITE_OK;
}

/*
 * Writes a page: the one of the waiting header, or one in the file that SQLite writes again. The
 * header is written after the page: a header in the file proves that a killed process has left the
 * page whole.
 */
static int write_page(struct vfs_file *log, const void *content, sqlite3_int64 offset)
{
	sqlite3_int64 at = offset - LOG_FRAME_HEADER;
	bool is_new = log->waiting_at == at;
	unsigned char page[PAGE_SIZE_BYTES], header[LOG_FRAME_HEADER];
	int code = SQLITE_OK;

	memcpy(page, content, sizeof(page));
	if (is_new)
		memcpy(header, log->waiting, sizeof(header));
	else
		code = vfs_real_read(log, header, sizeof(header), at);
	if (code != SQLITE_OK)
		return code;
	page_seal(page, log_number(header));
	if (is_new)
		code = sum_frame(log, header, page, at);
	if (code == SQLITE_OK)
		code = vfs_real_write(log, page, sizeof(page), offset);
	if (!is_new || code != SQLITE_OK)
		return code;
	log->waiting_at = -1;
	return vfs_real_write(log, header, sizeof(header), at);
}

int vfs_log_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset)
{
	struct vfs_file *log = vfs_file_of(base);
	bool is_rewritten = log->read_at == offset;
	int code;

	if (vfs_state_of(log->database) == VFS_PLAIN)
		return vfs_real_write(log, buffer, size, offset);
	log->read_at = -1;
	if (is_at(offset, size, PAGE_SIZE_BYTES, LOG_FRAME_HEADER)) {
		code = log->waiting_at == offset - LOG_FRAME_HEADER ? SQLITE_OK
								    : vfs_log_flush(log);
		return code == SQLITE_OK ? write_page(log, buffer, offset) : code;
	}
	code = vfs_log_flush(log);
	if (code != SQLITE_OK)
		return code;
	/* SQLite has computed the sum in this header from what it has just read. */
	if (is_rewritten || !is_at(offset, size, LOG_FRAME_HEADER, 0))
		return vfs_real_write(log, buffer, size, offset);
	memcpy(log->waiting, buffer, LOG_FRAME_HEADER);
	log->waiting_at = offset;
	return SQLITE_OK;
}

/* Reads a page that SQLite takes from the log. */
static int read_page(struct vfs_file *log, void *ret, sqlite3_int64 offset)
{
	unsigned char frame[LOG_FRAME];
	int code = vfs_real_read(log, frame, sizeof(frame), offset - LOG_FRAME_HEADER);
	uint32_t number = log_number(frame);

	if (code != SQLITE_OK)
		return code;
	if (!page_is_sealed(frame + LOG_FRAME_HEADER, number)) {
		log->database->damaged = number;
		return SQLITE_IOERR_DATA;
	}
	memcpy(ret, frame + LOG_FRAME_HEADER, PAGE_SIZE_BYTES);
	return SQLITE_OK;
}

int vfs_log_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset)
{
	struct vfs_file *log = vfs_file_of(base);
	int code = vfs_log_flush(log);

	if (code != SQLITE_OK)
		return code;
	log->read_at = is_at(offset, size, LOG_FRAME, 0) ? offset : -1;
	if (is_at(offset, size, PAGE_SIZE_BYTES, LOG_FRAME_HEADER) &&
	    vfs_state_of(log->database) == VFS_SEALED)
		return read_page(log, buffer, offset);
	return vfs_real_read(log, buffer, size, offset);
}
