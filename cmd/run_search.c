/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt run --audit-equivalents`: after the tests, inputs of chance are tried on what the compiler has proven equivalent.
 * Each function is called by its harness, as `remt gen --function --methods=random` does, once as it is and once with the
 * mutant on. What tells them apart is a wrong proof, or a mutant that the instrumented program does not do as its edit says,
 * or something undefined: then it is tried again in a harness that ends where that is executed (UBSan).
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/capture.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "equiv/equiv.h"
#include "remt/sites.h"
#include "report/model.h"

/* Time for the runs of one mutant. The inputs of a function are made before. */
#define TIME_PER_MUTANT "--time=10s"

/* A mutant, and a program that has it. */
struct wanted {
	const struct report_mutant *mutant; /* borrowed */
	uint64_t uid;
	const char *program; /* borrowed; NULL: none was found */
};

struct program_file {
	uint32_t number;
	char *path; /* owned */
};

struct search {
	const struct events *events;
	const volatile sig_atomic_t *cancelled;
	VEC(struct wanted) wanted; /* by keys of mutants, later by functions */
	VEC(struct program_file) modules;
	size_t nr_searched, nr_functions, nr_killed, nr_undefined;
	char *reason; /* why one could not be searched, the first time; owned */
};

static struct error *note_instance(void *arg, const struct store_instance *instance)
{
	struct search *search = arg;

	for (size_t i = 0; i < search->wanted.count; i++) {
		if (search->wanted.items[i].mutant->store.key == instance->mutant)
			search->wanted.items[i].uid = instance->uid;
	}
	return NULL;
}

static struct error *note_module(void *arg, const struct store_module *module)
{
	struct search *search = arg;

	vec_push(&search->modules,
		 ((struct program_file){ module->module, xstrdup(module->path) }));
	return NULL;
}

static struct error *note_link(void *arg, const struct store_link *link)
{
	struct search *search = arg;
	const char *path = NULL;

	for (size_t i = 0; i < search->modules.count; i++) {
		if (search->modules.items[i].number == link->module)
			path = search->modules.items[i].path;
	}
	for (size_t i = 0; i < search->wanted.count; i++) {
		struct wanted *wanted = &search->wanted.items[i];

		if (wanted->uid == link->uid && !wanted->program)
			wanted->program = path;
	}
	return NULL;
}

/* What may trap is excepted, as for tests (cmd/proofs.c). */
static bool is_wanted(const struct report_mutant *mutant)
{
	return report_is_equivalent(mutant) &&
	       strcmp(mutant->proof_method, EQUIV_METHOD_COMPILER) == 0 &&
	       !(mutant->store.flags & REMT_MUTANT_MAY_TRAP) && mutant->store.function[0];
}

static bool is_together(const struct wanted *a, const struct wanted *b)
{
	return strcmp(a->mutant->store.file, b->mutant->store.file) == 0 &&
	       strcmp(a->mutant->store.function, b->mutant->store.function) == 0 &&
	       a->program == b->program;
}

static int compare_wanted(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;
	int order = strcmp(x->mutant->store.file, y->mutant->store.file);

	if (!order)
		order = strcmp(x->mutant->store.function, y->mutant->store.function);
	if (order)
		return order;
	return strcmp(x->mutant->store.id, y->mutant->store.id);
}

static struct error *find_programs(struct search *search, struct store *store)
{
	struct error *err = store_each_instance(store, 0, note_instance, search);

	if (!err)
		err = store_each_module(store, note_module, search);
	if (!err)
		err = store_each_link(store, note_link, search);
	if (search->wanted.count)
		qsort(search->wanted.items, search->wanted.count, sizeof(*search->wanted.items),
		      compare_wanted);
	return err;
}

/* True if WORD, which may be quoted, is an option for the preprocessor. */
static bool is_for_preprocessor(const char *word)
{
	static const char *const beginnings[] = { "-I",	      "-D",	 "-U",
						  "-isystem", "-iquote", "-include" };

	word += word[0] == '\'';
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++) {
		if (strncmp(word, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	}
	return false;
}

/* Adds to FLAGS what of OPTIONS, which are quoted for the shell, finds headers: the harness lies elsewhere. */
static void add_preprocessor(struct strbuf *flags, const char *options)
{
	bool is_quoted = false;

	for (const char *word = options, *end; *word; word = end) {
		while (*word == ' ')
			word++;
		for (end = word; *end && (is_quoted || *end != ' '); end++)
			is_quoted ^= *end == '\'';
		if (is_for_preprocessor(word)) {
			strbuf_add(flags, word, (size_t)(end - word));
			strbuf_addc(flags, ' ');
		}
	}
}

/* Runs `remt gen` on COUNT mutants of one function, with FLAGS for its harness beside those that find headers. Returns what it says. */
static char *run_gen(const struct wanted *wanted, size_t count, const char *flags, int *ret_status)
{
	_cleanup_strv_ char **argv = NULL;
	_cleanup_strbuf_ struct strbuf all = { 0 };
	char *output = NULL;

	strv_append(&argv, "/proc/self/exe");
	strv_append(&argv, "gen");
	strv_append(&argv, "--methods=random");
	strv_append(&argv, "--no-drop");
	strv_append(&argv, TIME_PER_MUTANT);
	strv_appendf(&argv, "--function=%s:%s", wanted->mutant->store.file,
		     wanted->mutant->store.function);
	add_preprocessor(&all, wanted->mutant->proof_flags);
	strbuf_adds(&all, flags);
	if (all.length)
		strv_appendf(&argv, "--cflags=%s", strbuf_get(&all));
	for (size_t i = 0; i < count; i++)
		strv_appendf(&argv, "--mutant=%s", wanted[i].mutant->store.id);
	strv_append(&argv, wanted->program);
	*ret_status = capture(argv, &output);
	return output;
}

/* Returns what OUTPUT says of MUTANT; NULL: nothing. */
static const char *answer(const char *output, const struct report_mutant *mutant)
{
	_cleanup_free_ char *mark = xasprintf("[%s]: ", mutant->store.id);
	const char *found = strstr(output, mark);

	return found ? found + strlen(mark) : NULL;
}

static bool begins(const char *text, const char *beginning)
{
	return text && strncmp(text, beginning, strlen(beginning)) == 0;
}

/* True if inputs with which the original does nothing undefined kill, too. */
static bool is_killed_soundly(const struct wanted *wanted)
{
	int status;
	_cleanup_free_ char *output =
		run_gen(wanted, 1, "-fsanitize=undefined -fno-sanitize-recover=undefined", &status);

	return begins(answer(output, wanted->mutant), "killed by ");
}

static void judge(struct search *search, const struct wanted *wanted, const char *said)
{
	size_t length = strcspn(said, "\n");

	if (!begins(said, "killed by ")) {
		if (begins(said, "unknown: the harness") && !search->reason)
			search->reason =
				xstrndup(said + strlen("unknown: "), length - strlen("unknown: "));
		search->nr_searched += !begins(said, "unknown: the harness");
		return;
	}
	search->nr_searched++;
	if (!is_killed_soundly(wanted)) {
		search->nr_undefined++;
		events_say(
			search->events, EVENT_WARNING,
			"mutant %s, which is proven equivalent, is %.*s; by none that does nothing undefined",
			wanted->mutant->store.id, (int)length, said);
		return;
	}
	search->nr_killed++;
	events_say(search->events, EVENT_WARNING, "mutant %s, which is proven equivalent, is %.*s",
		   wanted->mutant->store.id, (int)length, said);
}

/* Searches COUNT mutants of one function. */
static void search_function(struct search *search, const struct wanted *wanted, size_t count)
{
	_cleanup_free_ char *output = NULL;
	int status = 0;

	if (!wanted->program)
		return;
	output = run_gen(wanted, count, "", &status);
	search->nr_functions += status == 0;
	if (status != 0 && !search->reason)
		search->reason = xasprintf("%s(): %.*s", wanted->mutant->store.function,
					   (int)strcspn(output, "\n"), output);
	for (size_t i = 0; i < count && status == 0; i++) {
		const char *said = answer(output, wanted[i].mutant);

		if (said)
			judge(search, &wanted[i], said);
	}
}

static void search_all(struct search *search)
{
	const struct wanted *items = search->wanted.items;
	size_t next;

	for (size_t i = 0; i < search->wanted.count && !*search->cancelled; i = next) {
		for (next = i + 1;
		     next < search->wanted.count && is_together(&items[i], &items[next]);)
			next++;
		search_function(search, &items[i], next - i);
	}
}

static void search_deinit(struct search *search)
{
	for (size_t i = 0; i < search->modules.count; i++)
		free(search->modules.items[i].path);
	vec_deinit(&search->modules);
	vec_deinit(&search->wanted);
	free(search->reason);
}

struct error *run_search(const struct run_args *args, const struct events *events,
			 struct store *store, const struct report_model *model)
{
	struct search search = { .events = events, .cancelled = args->campaign.cancelled };
	struct error *err;

	for (size_t m = 0; m < model->nr_mutants; m++) {
		if (is_wanted(&model->mutants[m]))
			vec_push(&search.wanted, ((struct wanted){ .mutant = &model->mutants[m] }));
	}
	err = find_programs(&search, store);
	if (!err)
		search_all(&search);
	if (!err && search.wanted.count)
		events_say(
			events, EVENT_NOTE,
			"of %zu proven mutant%s, inputs of chance were tried on %zu, in %zu function%s: %zu killed, %zu "
			"by something undefined%s%s",
			search.wanted.count, plural(search.wanted.count), search.nr_searched,
			search.nr_functions, plural(search.nr_functions), search.nr_killed,
			search.nr_undefined, search.reason ? "; not on others: " : "",
			search.reason ? search.reason : "");
	if (!err && search.nr_killed)
		err = error_create(
			ERROR_INTERNAL,
			"inputs of chance kill mutants that are proven equivalent; please report it");
	search_deinit(&search);
	return err;
}
