/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/path.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"

#include "explore/unit.h"
#include "explore/watch.h"

bool path_is_wanted;
const char *path_called;
struct terms path_terms;

static struct remt_path_header *header;
static struct remt_path_condition *conditions;
static struct remt_path_output *outputs;
static uint32_t nr_last[2]; /* by stream: the number of the last piece; 0: none */
static uint32_t *watched;
static uint64_t nr_printed[2];	    /* by stream: bytes */
static unsigned char *is_condition; /* by term: bits */
static struct slots noted_at;	    /* of blocks that are seen: conditions with their places */
static unsigned char *is_again;	    /* likewise: that was noted as REMT_PATH_AGAIN */
__thread bool path_is_tracing;
/* The path is this thread's, though there may be no room any more. */
static __thread bool is_own __attribute__((tls_model("initial-exec")));
static pid_t owner; /* the process that opened the path */

static bool is_sound(const struct remt_path_header *file, uint64_t size)
{
	uint64_t terms = (uint64_t)file->term_capacity * sizeof(struct term);
	uint64_t rows = (uint64_t)file->condition_capacity * sizeof(struct remt_path_condition);
	uint64_t pieces = (uint64_t)file->output_capacity * sizeof(struct remt_path_output);
	uint64_t blocks = (uint64_t)file->watched_capacity * sizeof(*watched);

	return memcmp(file->magic, REMT_PATH_MAGIC, sizeof(file->magic)) == 0 &&
	       file->version == REMT_PATH_VERSION && file->term_capacity > 2 * TERMS_MARGIN &&
	       file->terms >= sizeof(*file) && file->terms <= size && terms <= size - file->terms &&
	       file->conditions >= sizeof(*file) && file->conditions <= size &&
	       rows <= size - file->conditions && file->outputs >= sizeof(*file) &&
	       file->outputs <= size && pieces <= size - file->outputs &&
	       file->watched >= sizeof(*file) && file->watched <= size &&
	       blocks <= size - file->watched && file->expected_terms <= file->term_capacity &&
	       (file->terms | file->conditions | file->outputs | file->watched) % 8 == 0;
}

/* A child has no path of its own: what it did would be mixed with its parent's. */
static void forget_in_child(void)
{
	path_is_tracing = is_own = false;
}

void path_leave_to_parent(void)
{
	if (is_own && getpid() != owner)
		forget_in_child();
}

static struct error *map(int fd, const char *path)
{
	struct stat st;
	char *file;

	if (fstat(fd, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	if ((size_t)st.st_size < sizeof(*header))
		return error_create(ERROR_UNUSABLE, "%s is no path", path);
	file = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (file == MAP_FAILED)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	header = (struct remt_path_header *)file;
	if (!is_sound(header, (uint64_t)st.st_size))
		return error_create(ERROR_UNUSABLE, "%s is no path", path);
	conditions = (struct remt_path_condition *)(file + header->conditions);
	outputs = (struct remt_path_output *)(file + header->outputs);
	watched = (uint32_t *)(file + header->watched);
	is_condition = xcalloc(header->term_capacity / 8 + 1, 1);
	is_again = xcalloc(header->term_capacity / 8 + 1, 1);
	/* One call for all pages takes a fraction of what a fault for each does. */
	madvise(file, header->terms + (uint64_t)header->expected_terms * sizeof(struct term),
		MADV_POPULATE_WRITE);
	terms_init_at(&path_terms, (struct term *)(file + header->terms), header->term_capacity);
	return NULL;
}

struct error *path_open(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct error *err;

	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	err = map(fd, path);
	close(fd);
	if (err)
		return err;
	if (header->flags & REMT_PATH_OPENED)
		return NULL;
	header->flags |= REMT_PATH_OPENED;
	pthread_atfork(NULL, NULL, forget_in_child);
	path_is_wanted = true;
	path_is_tracing = is_own = true;
	owner = getpid();
	header->nr_terms = path_terms.count;
	return NULL;
}

bool path_has_room(void)
{
	if (path_terms.count + 2 * TERMS_MARGIN < path_terms.capacity &&
	    header->nr_conditions < header->condition_capacity &&
	    header->nr_outputs < header->output_capacity)
		return true;
	header->flags |= REMT_PATH_FULL;
	path_is_tracing = false;
	return false;
}

void path_begin(const struct code *code)
{
	if (header->flags & REMT_PATH_MAIN)
		return;
	header->flags |= REMT_PATH_BEGUN;
	if (strcmp(code->name, "main") == 0)
		header->flags |= REMT_PATH_MAIN;
}

uint32_t path_input(uint32_t index)
{
	return term_input(&path_terms, index);
}

static uint32_t line_of(const struct code *code, uint32_t block)
{
	const struct ir_block *row = &code->function.blocks[block];

	return row->end.line;
}

/* True if CONDITION was noted at PLACE, where it is from now on. */
static bool has_noted_at(uint32_t condition, const struct path_place *place)
{
	uint64_t key[3] = { condition, (uintptr_t)place->code, place->insn };
	uint64_t hash = hash_bytes(key, sizeof(key));
	bool ret = slots_find(&noted_at, hash) != SLOTS_NONE;

	if (!ret)
		slots_add(&noted_at, hash, 0);
	return ret;
}

/* True if CONDITION is in the set of BITS, which has it from now on. */
static bool has_noted(unsigned char *bits, uint32_t condition)
{
	unsigned char *byte = &bits[condition / 8];
	unsigned char bit = (unsigned char)(1u << condition % 8);
	bool ret = *byte & bit;

	*byte |= bit;
	return ret;
}

static bool is_watched(const struct code *code, uint32_t block)
{
	return code->watched && code->watched[block] < header->nr_watched;
}

void path_add(enum remt_path_kind kind, uint32_t condition, const struct path_place *place,
	      uint32_t way)
{
	const struct code *code = place->code;
	uint32_t block = place->block;
	uint64_t number;
	struct remt_path_condition *row = &conditions[header->nr_conditions];

	if (term_is_constant(&path_terms, condition, &number))
		return;
	/* That it holds once more says nothing new, but for what depends on where it decides. */
	if (has_noted(is_condition, condition)) {
		if (code->joins ? has_noted_at(condition, place)
				: !is_watched(code, block) || has_noted(is_again, condition))
			return;
		kind = REMT_PATH_AGAIN;
	} else if (code->joins) {
		has_noted_at(condition, place);
	}
	if (header->nr_conditions >= header->condition_capacity) {
		header->flags |= REMT_PATH_FULL;
		return;
	}
	*row = (struct remt_path_condition){
		.term = condition,
		.kind = kind,
		.uid = code->unit->ir->uid,
		.function = (uint32_t)(code->entry - code->unit->ir->entries),
		.block = block,
		.line = line_of(code, block),
		.insn = place->insn,
		.index = place->index,
		.way = way,
	};
	header->nr_terms = path_terms.count;
	header->nr_conditions++;
}

void path_print(struct remt_path_output piece)
{
	if (!path_is_on())
		return;
	outputs[header->nr_outputs] = piece;
	header->nr_terms = path_terms.count;
	nr_last[piece.stream] = ++header->nr_outputs;
}

void path_print_text(unsigned stream, const char *text, size_t size)
{
	struct remt_path_output *last = nr_last[stream] ? &outputs[nr_last[stream] - 1] : NULL;

	if (!size || !path_is_on())
		return;
	if (last && last->kind == REMT_PATH_TEXT) {
		last->text = remt_path_hash(last->text, text, size);
		last->value += size;
	} else {
		path_print((struct remt_path_output){
			.kind = REMT_PATH_TEXT,
			.stream = stream,
			.text = remt_path_hash(REMT_PATH_NO_TEXT, text, size),
			.value = size });
	}
}

void path_print_as(unsigned stream, const char *text, size_t size)
{
	header->printed[stream] = remt_path_hash(header->printed[stream], text, size);
	nr_printed[stream] += size;
}

uint64_t path_nr_printed(unsigned stream)
{
	return nr_printed[stream];
}

static bool is_of_stream(const struct remt_path_output *piece, unsigned stream)
{
	return piece->kind != REMT_PATH_STATUS && piece->stream == stream;
}

bool path_is_as_long(unsigned stream)
{
	for (uint32_t i = 0; i < header->nr_outputs; i++) {
		if (is_of_stream(&outputs[i], stream) && outputs[i].kind == REMT_PATH_NUMBER)
			return false;
	}
	return true;
}

void path_forget_printed(unsigned stream)
{
	uint32_t number = 0;

	if (!path_is_on())
		return;
	nr_last[0] = nr_last[1] = 0;
	for (uint32_t i = 0; i < header->nr_outputs; i++) {
		if (is_of_stream(&outputs[i], stream))
			continue;
		outputs[number++] = outputs[i];
		nr_last[outputs[number - 1].stream] = number;
	}
	header->nr_outputs = number;
	header->printed[stream] = REMT_PATH_NO_TEXT;
	nr_printed[stream] = 0;
}

uint32_t path_nr_inputs(void)
{
	return header->nr_inputs;
}

void path_watch(uint32_t index)
{
	if (!header)
		return;
	/* Another thread, a child or a program that was executed: it has no path. */
	if (!is_own && index < header->nr_watched)
		__atomic_or_fetch(&header->flags, REMT_PATH_UNWATCHED, __ATOMIC_RELAXED);
	else if (is_own && path_is_tracing && index < header->watched_capacity && !watched[index])
		watched[index] = header->nr_conditions + 1;
}

void path_tell_watch(bool is_complete, bool is_exported, uint64_t libraries)
{
	if (is_exported)
		header->flags |= REMT_PATH_EXPORTED;
	if (!is_complete)
		header->flags |= REMT_PATH_UNWATCHED;
	header->libraries = libraries;
}

void path_interrupt(const char *name)
{
	if (!path_is_on())
		return;
	header->flags |= REMT_PATH_UNWATCHED;
	path_concretise_by(name);
}

void path_concretise_by(const char *name)
{
	const char *called = path_called;

	path_called = name;
	path_concretise();
	path_called = called;
}

void path_concretise(void)
{
	header->flags |= REMT_PATH_CONCRETISED;
	if (path_called && !*header->concretised_by)
		snprintf(header->concretised_by, sizeof(header->concretised_by), "%s", path_called);
}

void path_begin_compiled(const struct code *code)
{
	header->flags |= REMT_PATH_BEGUN;
	path_concretise_by(code->name);
}
