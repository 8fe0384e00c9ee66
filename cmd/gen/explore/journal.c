/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/journal.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "common/clock.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "paths/parcel.h"
#include "store/outcomes.h"

#define FLUSH_MS 200
#define SYNC_MS	 5000

/* The key of the number of inputs; no question has it. */
#define NR_INPUTS_KEY 0

struct gen_journal {
	struct outcomes *outcomes;
	struct solver_keeper keeper;
	uint64_t nr_before; /* inputs that earlier searches have run */
	uint64_t nr_inputs; /* that this one has run */
	uint64_t nr_recalled;
	struct slots own; /* keys of what this search has kept */
	uint64_t flushed_ms, synced_ms;
	bool has_asked; /* a question was not kept: Z3 is asked */
	bool is_stuck;	/* a write failed: nothing more is kept */
};

/* What is kept of a question, in front of the question itself and in the machine's order. */
struct kept {
	uint32_t answer; /* enum solver_answer */
	uint32_t nr_values;
	/* the values follow, then the question */
};

static void note_failure(struct gen_journal *journal, struct error *err)
{
	if (!err)
		return;
	journal->is_stuck = true;
	cmd_warn("from now on nothing is kept of this search: %s", err->message);
	error_destroy(err);
}

/* ---- answers */

static uint64_t key_of(const void *question, size_t size)
{
	uint64_t key = hash_bytes(question, size);

	return key == NR_INPUTS_KEY ? 1 : key;
}

/* True if CONTENT is of QUESTION and has NR_VALUES values. */
static bool is_of(const char *content, size_t content_size, const void *question, size_t size,
		  size_t nr_values)
{
	struct kept kept;

	if (content_size != sizeof(kept) + nr_values + size)
		return false;
	memcpy(&kept, content, sizeof(kept));
	return kept.nr_values == nr_values && kept.answer <= SOLVER_UNSAT &&
	       memcmp(content + sizeof(kept) + nr_values, question, size) == 0;
}

static bool recall(void *arg, const void *question, size_t size, enum solver_answer *answer,
		   unsigned char *values, size_t nr_values)
{
	struct gen_journal *journal = arg;
	void *content = NULL;
	size_t content_size = 0;
	struct error *err = journal->is_stuck
				    ? NULL
				    : outcomes_get(journal->outcomes, key_of(question, size),
						   &content, &content_size);
	bool is_known = !err && content && is_of(content, content_size, question, size, nr_values);

	note_failure(journal, err);
	journal->has_asked |= !is_known;
	if (is_known) {
		struct kept kept;

		memcpy(&kept, content, sizeof(kept));
		*answer = (enum solver_answer)kept.answer;
		memcpy(values, (char *)content + sizeof(kept), nr_values);
		journal->nr_recalled +=
			slots_find(&journal->own, key_of(question, size)) == SLOTS_NONE;
	}
	if (content)
		free(content);
	return is_known;
}

static struct error *put_nr_inputs(struct gen_journal *journal)
{
	uint64_t number =
		journal->nr_inputs > journal->nr_before ? journal->nr_inputs : journal->nr_before;

	return outcomes_put(journal->outcomes, NR_INPUTS_KEY, &number, sizeof(number));
}

/* Writes what came since the last time, if that is a while ago. */
static struct error *write_some(struct gen_journal *journal)
{
	uint64_t now = clock_ms();
	struct error *err;

	if (now - journal->flushed_ms < FLUSH_MS)
		return NULL;
	journal->flushed_ms = now;
	err = put_nr_inputs(journal);
	if (err || now - journal->synced_ms < SYNC_MS)
		return err ? err : outcomes_flush(journal->outcomes);
	journal->synced_ms = now;
	return outcomes_sync(journal->outcomes);
}

static void keep(void *arg, const void *question, size_t size, enum solver_answer answer,
		 const unsigned char *values, size_t nr_values)
{
	struct gen_journal *journal = arg;
	const struct kept kept = { (uint32_t)answer, (uint32_t)nr_values };
	uint64_t key = key_of(question, size);
	_cleanup_strbuf_ struct strbuf content = { 0 };
	struct error *err;

	if (journal->is_stuck)
		return;
	strbuf_add(&content, &kept, sizeof(kept));
	strbuf_add(&content, values, nr_values);
	strbuf_add(&content, question, size);
	if (slots_find(&journal->own, key) == SLOTS_NONE)
		slots_add(&journal->own, key, 0);
	err = outcomes_put(journal->outcomes, key, content.data, content.length);
	note_failure(journal, err ? err : write_some(journal));
}

void gen_journal_note(struct gen_journal *journal, uint64_t nr_inputs)
{
	if (!journal || journal->is_stuck)
		return;
	journal->nr_inputs = nr_inputs;
	note_failure(journal, write_some(journal));
}

/* ---- whose it is */

static void add_command(struct hash *hash, const struct command *command)
{
	_cleanup_strbuf_ struct strbuf parcel = { 0 };

	parcel_add(&parcel, command);
	hash_add_u64(hash, parcel.length);
	hash_add(hash, strbuf_get(&parcel), parcel.length);
}

static uint64_t identity_of(const struct gen_journal_opts *opts)
{
	struct hash *hash = hash_create();

	hash_add_string(hash, "remt gen " PACKAGE_VERSION);
	hash_add_string(hash, opts->names[1]);
	hash_add_u64(hash, opts->suite != NULL);
	hash_add_string(hash, opts->suite ? opts->suite : "");
	hash_add_u64(hash, solver_defaults.first_steps);
	hash_add_u64(hash, solver_defaults.last_steps);
	for (size_t i = 0; i < ARRAY_SIZE(opts->numbers); i++)
		hash_add_u64(hash, opts->numbers[i]);
	hash_add_u64(hash, opts->seeds->commands.count);
	for (size_t i = 0; i < opts->seeds->commands.count; i++)
		add_command(hash, &opts->seeds->commands.items[i]);
	return hash_take(hash);
}

/* The programs are inputs: `use` is the version. */
struct check {
	const struct gen_journal_opts *opts;
	uint64_t states[2];
};

static struct error *check_program(void *arg, const struct outcomes_input *input)
{
	const struct check *check = arg;

	if (input->use >= 0 && input->use < 2 && input->state == check->states[input->use])
		return NULL;
	return error_create(ERROR_USAGE,
			    "--store=%s: the search that is kept there is of another %s; another "
			    "directory is wanted",
			    check->opts->directory, check->opts->names[input->use == 1]);
}

static struct error *begin(struct gen_journal *journal, const struct check *check,
			   uint64_t identity)
{
	struct error *err = outcomes_begin(journal->outcomes, identity);

	for (int i = 0; i < 2 && !err; i++) {
		const struct outcomes_input input = { "program", i, check->states[i] };

		err = outcomes_put_input(journal->outcomes, &input);
	}
	return err ? err : outcomes_sync(journal->outcomes);
}

static struct error *read_nr_inputs(struct gen_journal *journal)
{
	void *content = NULL;
	size_t size = 0;
	struct error *err = outcomes_get(journal->outcomes, NR_INPUTS_KEY, &content, &size);

	if (!err && content && size == sizeof(journal->nr_before))
		memcpy(&journal->nr_before, content, size);
	if (!err)
		free(content);
	return err;
}

/* Begins what is new, and refuses what is of another search. */
static struct error *check_identity(struct gen_journal *journal,
				    const struct gen_journal_opts *opts)
{
	struct check check = { .opts = opts };
	uint64_t identity = identity_of(opts);
	bool has_any = false, is_same = false;
	struct error *err = NULL;

	for (unsigned i = 0; i < 2 && !err; i++)
		err = hash_file(opts->programs[i], &check.states[i]);
	if (!err)
		err = outcomes_has_any(journal->outcomes, &has_any);
	if (!err && !has_any)
		return begin(journal, &check, identity);
	if (!err)
		err = outcomes_each_input(journal->outcomes, check_program, &check);
	if (!err)
		err = outcomes_is_of(journal->outcomes, identity, &is_same);
	if (!err && !is_same)
		err = error_create(ERROR_USAGE,
				   "--store=%s: the search that is kept there has other options "
				   "or begins with other inputs; another directory is wanted",
				   opts->directory);
	return err ? err : read_nr_inputs(journal);
}

struct error *gen_journal_open(const struct gen_journal_opts *opts, struct gen_journal **ret)
{
	struct gen_journal *journal = xcalloc(1, sizeof(*journal));
	struct error *err = outcomes_open(opts->directory, &journal->outcomes);

	journal->keeper = (struct solver_keeper){ recall, keep, journal };
	journal->flushed_ms = journal->synced_ms = clock_ms();
	if (!err && outcomes_damage(journal->outcomes))
		cmd_warn("%s", outcomes_damage(journal->outcomes));
	if (!err)
		err = check_identity(journal, opts);
	if (!err) {
		*ret = journal;
		return NULL;
	}
	outcomes_close(journal->outcomes);
	free(journal);
	return err;
}

const struct solver_keeper *gen_journal_keeper(const struct gen_journal *journal)
{
	return journal ? &journal->keeper : NULL;
}

bool gen_journal_has(const struct gen_journal *journal, uint64_t nr_inputs)
{
	return journal && (nr_inputs < journal->nr_before ||
			   (nr_inputs == journal->nr_before && !journal->has_asked));
}

uint64_t gen_journal_nr_recalled(const struct gen_journal *journal)
{
	return journal ? journal->nr_recalled : 0;
}

void gen_journal_close(struct gen_journal *journal)
{
	struct error *err = NULL;

	if (!journal)
		return;
	if (!journal->is_stuck)
		err = put_nr_inputs(journal);
	if (!journal->is_stuck && !err)
		err = outcomes_sync(journal->outcomes);
	if (err)
		cmd_warn("the last seconds of this search are not kept: %s", err->message);
	error_destroy(err);
	slots_deinit(&journal->own);
	outcomes_close(journal->outcomes);
	free(journal);
}
