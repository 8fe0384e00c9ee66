/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/patch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/xalloc.h"

/* The end of a build-id that patch_write() has made. */
static const char mark[] = { 'r', 'e', 'm', 't' };

bool patch_is_in(const struct binary *binary)
{
	uint64_t size = binary->build_id_size;

	return size >= sizeof(mark) &&
	       memcmp(binary->data + binary->build_id_offset + size - sizeof(mark), mark,
		      sizeof(mark)) == 0;
}

static struct error *check_overlaps(const struct patch *patch)
{
	for (size_t i = 0; i < patch->nr_variants; i++) {
		for (size_t j = 0; j < i; j++) {
			const struct instruction *instruction = &patch->variants[i]->instruction;

			if (patch->variants[j]->offset == patch->variants[i]->offset)
				return error_create(ERROR_USAGE,
						    "two variants of one instruction: '%s' at "
						    "0x%" PRIx64,
						    instruction->text, instruction->address);
		}
	}
	return NULL;
}

/* Another id for other code: a hash of it, as often as there is room, and the mark. */
static void renew_build_id(const struct binary *binary, unsigned char *data)
{
	unsigned char *id = data + binary->build_id_offset;
	uint64_t hash = hash_bytes(data, binary->size);

	for (uint64_t i = 0; i < binary->build_id_size; i++)
		id[i] ^= (unsigned char)(hash >> (8 * (i % sizeof(hash))));
	if (binary->build_id_size >= sizeof(mark))
		memcpy(id + binary->build_id_size - sizeof(mark), mark, sizeof(mark));
}

static unsigned char *make_data(const struct patch *patch)
{
	const struct binary *binary = patch->binary;
	unsigned char *data = xcalloc(binary->size + 1, 1);

	memcpy(data, binary->data, binary->size);
	for (size_t i = 0; i < patch->nr_variants; i++) {
		const struct variant *variant = patch->variants[i];

		memcpy(data + variant->offset, variant->replacement.bytes,
		       variant->instruction.size);
	}
	if (!patch->keeps_build_id)
		renew_build_id(binary, data);
	return data;
}

static struct error *differs(const char *path, uint64_t offset)
{
	return error_create(ERROR_INTERNAL, "%s: not what was to be written, at byte %" PRIu64,
			    path, offset);
}

/* Reads PATH again: DATA as it was to be, and that nowhere else than the binary was to be changed.
 */
static struct error *verify(const struct patch *patch, const unsigned char *data, const char *path)
{
	const struct binary *binary = patch->binary;
	_cleanup_free_ char *written = NULL;
	_cleanup_free_ unsigned char *restored = NULL;
	size_t size;
	struct error *err = fs_read_file(path, &written, &size);

	if (err)
		return err;
	if (size != binary->size)
		return differs(path, size);
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)written[i] != data[i])
			return differs(path, i);
	}
	restored = xcalloc(size + 1, 1);
	memcpy(restored, written, size);
	for (size_t i = 0; i < patch->nr_variants; i++) {
		const struct variant *variant = patch->variants[i];

		if (!machine_does(patch->machine, (uint8_t *)written + variant->offset,
				  &variant->instruction, &variant->replacement))
			return differs(path, variant->offset);
		memcpy(restored + variant->offset, binary->data + variant->offset,
		       variant->instruction.size);
	}
	if (!patch->keeps_build_id)
		memcpy(restored + binary->build_id_offset, binary->data + binary->build_id_offset,
		       binary->build_id_size);
	return memcmp(restored, binary->data, size) == 0 ? NULL : differs(path, 0);
}

static struct error *copy_mode(const char *from, const char *to)
{
	struct stat status;

	if (stat(from, &status) < 0 || chmod(to, status.st_mode & 0777) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "setting the permissions of %s", to);
	return NULL;
}

struct error *patch_write(const struct patch *patch, const char *path)
{
	_cleanup_free_ unsigned char *data = NULL;
	struct error *err = check_overlaps(patch);

	if (err)
		return err;
	if (fs_is_same(patch->binary->path, path))
		return error_create(ERROR_USAGE, "%s would be overwritten by its own copy", path);
	data = make_data(patch);
	err = fs_write_file(path, data, patch->binary->size);
	if (err)
		return err;
	err = verify(patch, data, path);
	if (!err)
		err = copy_mode(patch->binary->path, path);
	if (err)
		unlink(path);
	return err;
}
