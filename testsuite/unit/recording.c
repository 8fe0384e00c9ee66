/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that are read back: as they were written, and damaged at random, as a mutant may do. */
#include "unit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "paths/recording.h"
#include "table_sample.h"
#include "term/evaluate.h"

#define NR_INPUTS 4

/* Makes the file "path", and returns it as a run has it: mapped, for as long as the test lasts. */
static struct remt_path_header *create(struct recording *ret)
{
	struct stat st;
	void *file;

	CHECK(!recording_create("path", ret));
	CHECK_INT(fstat(ret->fd, &st), ==, 0);
	file = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, ret->fd, 0);
	CHECK(file != MAP_FAILED);
	return file;
}

static void reset(struct recording *recording, uint32_t nr_watched, uint32_t nr_seen)
{
	CHECK(!recording_reset(recording, NR_INPUTS, nr_watched, nr_seen));
}

/* Writes what a run would: a few terms and two conditions. */
static void write_path(struct remt_path_header *header)
{
	struct remt_path_condition *rows =
		(struct remt_path_condition *)((char *)header + header->conditions);
	struct remt_path_output *pieces =
		(struct remt_path_output *)((char *)header + header->outputs);
	struct terms terms;
	uint32_t sum, small;

	/* With room for all that a file holds, each would clear a large table. */
	terms_init_at(&terms, (struct term *)((char *)header + header->terms), 64);
	sum = term_binary(&terms, TERM_ADD,
			  term_concatenate(&terms, term_input(&terms, 1), term_input(&terms, 0)),
			  term_extend(&terms, term_input(&terms, 2), 16, true));
	small = term_binary(&terms, TERM_LESS_SIGNED, term_extract(&terms, sum, 3, 9),
			    term_constant(&terms, 77, 9));
	rows[0] = (struct remt_path_condition){ .term = small, .block = 3, .way = 1 };
	rows[1] = (struct remt_path_condition){
		.term = term_binary(&terms, TERM_EQUAL,
				    term_choose(&terms, small, sum, term_not(&terms, sum)),
				    term_constant(&terms, 5, 16)),
		.kind = REMT_PATH_PINNED
	};
	pieces[0] = (struct remt_path_output){ .kind = REMT_PATH_TEXT, .stream = 1, .text = 99 };
	pieces[1] = (struct remt_path_output){ .kind = REMT_PATH_BYTE,
					       .term = term_input(&terms, 2),
					       .value = 3 };
	header->nr_terms = terms.count;
	header->nr_conditions = 2;
	header->nr_outputs = 2;
	header->flags = REMT_PATH_BEGUN;
	terms_deinit(&terms);
}

TEST(a_path_is_read_as_it_was_written)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	_cleanup_terms_ struct terms terms = { 0 };
	_cleanup_path_ struct path path = { 0 };
	struct evaluator evaluator;
	/* 0x0102 + 3 = 0x105, of which nine bits from bit 3 on are 0x20 */
	const unsigned char inputs[NR_INPUTS] = { 2, 1, 3, 0 };

	header = create(&recording);
	reset(&recording, 0, 0);
	terms_init(&terms);
	term_input(&terms, 3); /* numbers differ from those in the file */
	write_path(header);
	CHECK(recording_read(&recording, &terms, &path));
	CHECK_INT(path.flags, ==, REMT_PATH_BEGUN);
	CHECK_INT(path.conditions.count, ==, 2);
	CHECK_INT(path.conditions.items[0].block, ==, 3);
	CHECK_INT(path.conditions.items[0].way, ==, 1);
	CHECK_INT(path.conditions.items[1].kind, ==, REMT_PATH_PINNED);
	evaluator_init(&evaluator, &terms);
	evaluator_set(&evaluator, inputs);
	CHECK_INT(evaluator_value(&evaluator, path.conditions.items[0].term), ==, 1);
	CHECK_INT(evaluator_value(&evaluator, path.conditions.items[1].term), ==, 0);
	CHECK_INT(path.outputs.count, ==, 2);
	CHECK_INT(path.outputs.items[0].text, ==, 99);
	CHECK_INT(path.outputs.items[0].stream, ==, 1);
	CHECK_INT(evaluator_value(&evaluator, path.outputs.items[1].term), ==, 3);
	evaluator_deinit(&evaluator);
}

TEST(what_is_noted_again_is_no_condition_before_a_watched_block)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	_cleanup_terms_ struct terms terms = { 0 };
	_cleanup_path_ struct path path = { 0 };
	struct remt_path_condition *rows;
	uint32_t *watched;

	header = create(&recording);
	reset(&recording, 3, 0);
	CHECK_INT(header->watched_capacity, ==, 3);
	write_path(header);
	rows = (struct remt_path_condition *)((char *)header + header->conditions);
	watched = (uint32_t *)((char *)header + header->watched);
	rows[2] = rows[1];
	rows[1] = rows[0];
	rows[1].kind = REMT_PATH_AGAIN;
	header->nr_conditions = 3;
	watched[0] = 1; /* before all of them */
	watched[2] = 4; /* behind all of them */
	terms_init(&terms);
	CHECK(recording_read(&recording, &terms, &path));
	CHECK_INT(path.conditions.count, ==, 2);
	CHECK_INT(path.conditions.items[1].kind, ==, REMT_PATH_PINNED);
	CHECK_INT(path.again.count, ==, 1);
	CHECK_INT(path.again.items[0].block, ==, 3);
	CHECK_INT(path.watched.count, ==, 3);
	CHECK_INT(path.watched.items[0], ==, 1);
	CHECK_INT(path.watched.items[1], ==, 0);
	CHECK_INT(path.watched.items[2], ==, 3);
	path_deinit(&path);
	watched[1] = 5;
	CHECK(!recording_read(&recording, &terms, &path));
	/* What one run watched is nothing that the next one did. */
	reset(&recording, 3, 0);
	CHECK_INT(watched[0] | watched[1] | watched[2], ==, 0);
}

TEST(blocks_that_are_seen_stand_behind_those_that_are_watched)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	_cleanup_terms_ struct terms terms = { 0 };
	_cleanup_path_ struct path path = { 0 };
	uint32_t *watched;

	header = create(&recording);
	reset(&recording, 1, 3);
	CHECK_INT(header->watched_capacity, ==, 4);
	CHECK_INT(header->nr_watched, ==, 1);
	write_path(header);
	watched = (uint32_t *)((char *)header + header->watched);
	watched[0] = 1;
	watched[2] = 5; /* it only counts that it is there */
	terms_init(&terms);
	CHECK(recording_read(&recording, &terms, &path));
	CHECK_INT(path.watched.count, ==, 1);
	CHECK_INT(path.seen.count, ==, 3);
	CHECK(!path.seen.items[0] && path.seen.items[1] && !path.seen.items[2]);
	reset(&recording, 1, 3);
	CHECK_INT(watched[0] | watched[2], ==, 0);
	/* All of them have room, or the last ones are not told. */
	reset(&recording, 1, RECORDING_MAX_WATCHED);
	CHECK_INT(header->watched_capacity, ==, RECORDING_MAX_WATCHED);
}

TEST(pieces_of_output_that_make_no_sense_are_refused)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	struct remt_path_output *pieces;

	header = create(&recording);
	reset(&recording, 0, 0);
	pieces = (struct remt_path_output *)((char *)header + header->outputs);
	for (unsigned damage = 0; damage < 6; damage++) {
		_cleanup_terms_ struct terms terms = { 0 };
		struct path path;

		terms_init(&terms);
		reset(&recording, 0, 0);
		write_path(header);
		switch (damage) {
		case 0: pieces[0].kind = 4; break;
		case 1: pieces[0].stream = 2; break;
		case 2: pieces[0].term = 1; break;
		case 3: pieces[1].term = 0; break;
		case 4: pieces[1].term = header->nr_terms; break;
		default: header->nr_outputs = UINT32_MAX; break;
		}
		CHECK(!recording_read(&recording, &terms, &path));
		CHECK_INT(path.outputs.count, ==, 0);
	}
}

TEST(a_recording_can_be_used_again)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	_cleanup_terms_ struct terms terms = { 0 };
	_cleanup_path_ struct path path = { 0 };

	header = create(&recording);
	reset(&recording, 0, 0);
	terms_init(&terms);
	write_path(header);
	reset(&recording, 0, 0);
	CHECK(recording_read(&recording, &terms, &path));
	CHECK_INT(path.flags, ==, 0);
	CHECK_INT(path.conditions.count, ==, 0);
	write_path(header);
	CHECK(recording_read(&recording, &terms, &path));
	CHECK_INT(path.conditions.count, ==, 2);
}

/* What a program did to the file is no path, whatever it was; the next run has a file that is as new. */
TEST(a_file_that_a_program_changed_tells_nothing)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header = create(&recording);
	struct stat st;

	CHECK_INT(fstat(recording.fd, &st), ==, 0);
	for (unsigned damage = 0; damage < 6; damage++) {
		_cleanup_terms_ struct terms terms = { 0 };
		_cleanup_path_ struct path path = { 0 };
		uint32_t *watched;

		terms_init(&terms);
		reset(&recording, 2, 1);
		watched = (uint32_t *)((char *)header + header->watched);
		write_path(header);
		watched[0] = watched[2] = 1;
		switch (damage) {
		case 0: CHECK_INT(ftruncate(recording.fd, 0), ==, 0); break;
		case 1: CHECK_INT(ftruncate(recording.fd, sizeof(*header) + 5), ==, 0); break;
		case 2: CHECK_INT(ftruncate(recording.fd, st.st_size - 4), ==, 0); break;
		case 3: CHECK_INT(ftruncate(recording.fd, st.st_size + 1), ==, 0); break;
		case 4: memset(header, 0, sizeof(*header)); break;
		default: header->nr_watched = 1; break;
		}
		CHECK(!recording_read(&recording, &terms, &path));
		CHECK_INT(path.flags, ==, REMT_PATH_BEGUN | REMT_PATH_UNWATCHED);
		CHECK_INT(path.conditions.count + path.watched.count + path.seen.count, ==, 0);
		reset(&recording, 2, 1);
		CHECK_INT(watched[0] | watched[2], ==, 0);
		CHECK(memcmp(header, &recording.begun, sizeof(*header)) == 0);
		/* Of a run that was ended nothing is read. */
		write_path(header);
		CHECK_INT(ftruncate(recording.fd, 9), ==, 0);
		reset(&recording, 2, 1);
		write_path(header);
		CHECK(recording_read(&recording, &terms, &path));
		CHECK_INT(path.conditions.count, ==, 2);
	}
}

/* What is accepted has terms that can be computed. */
TEST(damaged_paths_are_refused_or_sound)
{
	_cleanup_recording_ struct recording recording = { 0 };
	struct remt_path_header *header;
	uint64_t state = 0x1234567;
	size_t nr_refused = 0, nr_accepted = 0;

	header = create(&recording);
	reset(&recording, 0, 0);
	for (int i = 0; i < 20000; i++) {
		_cleanup_terms_ struct terms terms = { 0 };
		_cleanup_path_ struct path path = { 0 };
		size_t offset;

		reset(&recording, 0, 0);
		write_path(header);
		offset = table_sample_random(&state) % 3;
		offset = offset == 0   ? sizeof(*header) / 2
			 : offset == 1 ? header->terms + sizeof(struct term)
				       : header->conditions;
		offset += table_sample_random(&state) % (12 * sizeof(struct term));
		((unsigned char *)header)[offset] ^=
			(unsigned char)(1u << table_sample_random(&state) % 8);
		terms_init(&terms);
		if (!recording_read(&recording, &terms, &path)) {
			nr_refused++;
			CHECK_INT(path.conditions.count, ==, 0);
			continue;
		}
		nr_accepted++;
		for (size_t c = 0; c < path.conditions.count; c++) {
			const unsigned char inputs[NR_INPUTS] = { 1, 2, 3, 4 };
			_cleanup_evaluator_ struct evaluator evaluator = { 0 };

			evaluator_init(&evaluator, &terms);
			evaluator_set(&evaluator, inputs);
			CHECK_INT(evaluator_value(&evaluator, path.conditions.items[c].term), <=,
				  1);
		}
	}
	CHECK_INT(nr_refused, >, 2000);
	CHECK_INT(nr_accepted, >, 2000);
}
