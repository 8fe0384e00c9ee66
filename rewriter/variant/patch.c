/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes patched copies and checks them. Variants that fit are written into their places; for
 * others a segment with detours is added. Then the copy is read again: each variant is decoded, the
 * changed bytes are put back, and the result is compared with the binary.
 */
#include "rewriter/variant/patch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/destination.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/xalloc.h"
#include "rewriter/elf/segment.h"
#include "rewriter/variant/detour.h"

/* The end of a build-id that patch_write() has made. */
static const char mark[] = { 'r', 'e', 'm', 't' };

bool patch_is_in(const struct binary *binary)
{
	uint64_t size = binary->build_id_size;

	return size >= sizeof(mark) &&
	       memcmp(binary->data + binary->build_id_offset + size - sizeof(mark), mark,
		      sizeof(mark)) == 0;
}

static struct window window_of(const struct variant *variant)
{
	return variant->replacement.is_long
		       ? variant->window
		       : (struct window){ variant->instruction.address, variant->instruction.size };
}

static int compare_offsets(const void *a, const void *b)
{
	const struct variant *x = *(const struct variant *const *)a,
			     *y = *(const struct variant *const *)b;

	return x->offset != y->offset ? (x->offset > y->offset) - (x->offset < y->offset)
				      : (x > y) - (x < y);
}

/* Sorts variants that need a detour first, by the beginnings of their windows. */
static int compare_windows(const void *a, const void *b)
{
	const struct variant *x = *(const struct variant *const *)a,
			     *y = *(const struct variant *const *)b;

	if (x->replacement.is_long != y->replacement.is_long)
		return x->replacement.is_long ? -1 : 1;
	return (x->window.address > y->window.address) - (x->window.address < y->window.address);
}

static bool has_same_offset(const struct variant *one, const struct variant *next)
{
	return one->offset == next->offset;
}

static bool needs_same_room(const struct variant *one, const struct variant *next)
{
	return one->replacement.is_long && next->replacement.is_long &&
	       next->window.address < one->window.address + one->window.size;
}

/* In this order two neighbours collide if any two variants do. */
static struct error *check_neighbours(const struct variant **sorted, size_t count,
				      bool (*collide)(const struct variant *one,
						      const struct variant *next),
				      const char *what)
{
	for (size_t i = 1; i < count; i++) {
		const struct instruction *instruction = &sorted[i]->instruction;

		if (collide(sorted[i - 1], sorted[i]))
			return error_create(ERROR_USAGE, "two variants %s: '%s' at 0x%" PRIx64,
					    what, instruction->text, instruction->address);
	}
	return NULL;
}

static struct error *check_overlaps(const struct patch *patch)
{
	size_t count = patch->nr_variants;
	_cleanup_free_ const struct variant **sorted =
		xmemdup(patch->variants, count * sizeof(*patch->variants));
	struct error *err;

	qsort(sorted, count, sizeof(*sorted), compare_offsets);
	err = check_neighbours(sorted, count, has_same_offset, "of one instruction");
	if (err)
		return err;
	qsort(sorted, count, sizeof(*sorted), compare_windows);
	return check_neighbours(sorted, count, needs_same_room, "need the same room for a jump");
}

/*
 * Replaces the build-id by one for the other code: XORed with a hash of the code, and with the mark
 * at its end if there is room.
 */
static void renew_build_id(const struct binary *binary, unsigned char *data, uint64_t size)
{
	unsigned char *id = data + binary->build_id_offset;
	uint64_t hash = hash_bytes(data, size);

	for (uint64_t i = 0; i < binary->build_id_size; i++)
		id[i] ^= (unsigned char)(hash >> (8 * (i % sizeof(hash))));
	if (binary->build_id_size >= sizeof(mark))
		memcpy(id + binary->build_id_size - sizeof(mark), mark, sizeof(mark));
}

/* A copy while it is made. */
struct draft {
	const struct patch *patch;
	/* in_place: the copy without detours; NULL: there are none */
	unsigned char *data, *in_place;
	uint64_t size;
	struct segment segment; /* used if there are detours */
	struct detour_code code;
};

static void draft_deinit(struct draft *draft)
{
	free(draft->data);
	free(draft->in_place);
	segment_deinit(&draft->segment);
	vec_deinit(&draft->code.bytes);
}

static bool has_detours(const struct patch *patch)
{
	for (size_t i = 0; i < patch->nr_variants; i++) {
		if (patch->variants[i]->replacement.is_long)
			return true;
	}
	return false;
}

static void change_in_place(struct draft *draft)
{
	const struct patch *patch = draft->patch;

	draft->size = patch->binary->size;
	draft->data = xcalloc(draft->size + 1, 1);
	memcpy(draft->data, patch->binary->data, draft->size);
	for (size_t i = 0; i < patch->nr_variants; i++) {
		const struct variant *variant = patch->variants[i];

		if (!variant->replacement.is_long)
			memcpy(draft->data + variant->offset, variant->replacement.bytes,
			       variant->instruction.size);
	}
}

static struct error *add_detours(struct draft *draft)
{
	const struct patch *patch = draft->patch;
	struct error *err = segment_plan(patch->binary, &draft->segment);

	draft->in_place = xcalloc(draft->size + 1, 1);
	memcpy(draft->in_place, draft->data, draft->size);
	draft->code.address = draft->segment.code_address;
	for (size_t i = 0; !err && i < patch->nr_variants; i++) {
		if (patch->variants[i]->replacement.is_long)
			err = detour_make(patch->binary, patch->machine, patch->variants[i],
					  draft->data, &draft->code);
	}
	if (!err)
		segment_add(patch->binary, &draft->segment, draft->code.bytes.items,
			    draft->code.bytes.count, &draft->data, &draft->size);
	return err;
}

static struct error *differs(const struct draft *draft, uint64_t offset)
{
	return error_create(ERROR_INTERNAL,
			    "the copy of %s is not what it was to be, at byte %" PRIu64,
			    draft->patch->binary->path, offset);
}

/* True if what was written does at VARIANT's place what the variant should do. */
static bool is_done(const struct draft *draft, const struct variant *variant,
		    const unsigned char *written)
{
	struct machine *machine = draft->patch->machine;

	return variant->replacement.is_long
		       ? detour_is_made(machine, variant, draft->in_place, written, &draft->code)
		       : machine_does(machine,
				      (draft->in_place ? draft->in_place : written) +
					      variant->offset,
				      &variant->instruction, &variant->replacement);
}

/* Puts the bytes of the binary back wherever a variant, a segment or the build-id changed DATA. */
static void restore(const struct draft *draft, unsigned char *data)
{
	const struct patch *patch = draft->patch;
	const struct binary *binary = patch->binary;

	for (size_t i = 0; i < patch->nr_variants; i++) {
		const struct variant *variant = patch->variants[i];
		struct window window = window_of(variant);
		uint64_t offset = variant->offset - (variant->instruction.address - window.address);

		memcpy(data + offset, binary->data + offset, window.size);
	}
	if (draft->segment.headers.count)
		segment_restore(binary, &draft->segment, data);
	if (!patch->keeps_build_id)
		memcpy(data + binary->build_id_offset, binary->data + binary->build_id_offset,
		       binary->build_id_size);
}

/* Reads the file as ELF and checks that the code of the detours is where it should be. */
static struct error *read_again(const struct draft *draft, const char *path)
{
	const struct detour_code *code = &draft->code;
	struct binary *binary;
	struct error *err;
	uint32_t section;
	bool is_there;

	if (!code->bytes.count)
		return NULL;
	err = binary_open(path, &binary);
	if (err)
		return error_wrap(err, "reading what was written");
	section = binary_find_code(binary, BINARY_ANY_SECTION, code->address, code->bytes.count);
	is_there =
		section != UINT32_MAX &&
		memcmp(binary->data + binary_offset(&binary->codes.items[section], code->address),
		       code->bytes.items, code->bytes.count) == 0;
	binary_close(binary);
	return is_there ? NULL : differs(draft, draft->segment.offset);
}

/* Reads the file PATH again and checks that the copy was written as it was made. */
static struct error *verify(const struct draft *draft, const char *path)
{
	const struct patch *patch = draft->patch;
	_cleanup_free_ char *written = NULL;
	size_t size;
	struct error *err = fs_read_file(path, &written, &size);

	if (err)
		return err;
	if (size != draft->size)
		return differs(draft, size);
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)written[i] != draft->data[i])
			return differs(draft, i);
	}
	for (size_t i = 0; i < patch->nr_variants; i++) {
		if (!is_done(draft, patch->variants[i], (unsigned char *)written))
			return differs(draft, patch->variants[i]->offset);
	}
	restore(draft, (unsigned char *)written);
	if (memcmp(written, patch->binary->data, patch->binary->size) != 0)
		return differs(draft, 0);
	return read_again(draft, path);
}

/* Checks the copy in memory, so that a wrong copy never gets to its place. */
static struct error *verify_in_memory(const struct draft *draft)
{
	_cleanup_close_ int fd = memfd_create("remt-patch", MFD_CLOEXEC);

	if (fd < 0 || !fs_write_all(fd, draft->data, draft->size))
		return error_errno(ERROR_INTERNAL, errno, "making the copy in memory");

	_cleanup_free_ char *path = xasprintf("/proc/self/fd/%d", fd);

	return verify(draft, path);
}

/* Makes the copy, writes it, and verifies it. */
static struct error *write_draft(struct draft *draft, const char *path)
{
	const struct patch *patch = draft->patch;
	struct stat status;
	struct error *err = NULL;

	if (stat(patch->binary->path, &status) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "reading the permissions of %s",
				   patch->binary->path);
	change_in_place(draft);
	if (has_detours(patch))
		err = add_detours(draft);
	if (!err && !patch->keeps_build_id) /* covers the detours, too */
		renew_build_id(patch->binary, draft->data, draft->size);
	if (!err)
		err = verify_in_memory(draft);
	return err ? err : destination_write(path, draft->data, draft->size, status.st_mode & 0777);
}

struct error *patch_write(const struct patch *patch, const char *path)
{
	struct draft draft = { .patch = patch };
	struct error *err = check_overlaps(patch);

	if (!err && fs_is_same(patch->binary->path, path))
		err = error_create(ERROR_USAGE, "%s would be overwritten by its own copy", path);
	if (!err)
		err = write_draft(&draft, path);
	draft_deinit(&draft);
	return err;
}
