/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search is a process of its own, `remt gen`, which has the new version's directory as its own. What
 * it found comes back as its JSON.
 */
#include "cmd/iso_inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "ir/unit.h"
#include "runner/test/test_record.h"

struct error *iso_inputs_open(const struct iso_inputs_opts *opts, struct iso_inputs *ret)
{
	ret->opts = opts;
	return new_directory_open(opts->directory, &ret->directory);
}

void iso_inputs_close(struct iso_inputs *inputs)
{
	for (size_t i = 0; i < inputs->programs.count; i++) {
		struct iso_inputs_program *program = &inputs->programs.items[i];

		free(program->name);
		strv_destroy(program->functions);
		strv_destroy(program->tests);
		free(program->why);
		free(program->directory);
	}
	vec_deinit(&inputs->programs);
	strv_destroy(inputs->strangers);
	if (inputs->opts)
		new_directory_close(&inputs->directory);
}

/* ---- what is to be searched */

/* Returns the program that the file PATH of the new version is; the result is valid until the next one. */
static struct iso_inputs_program *find_program(struct iso_inputs *inputs, const char *name)
{
	struct iso_inputs_program *program;

	for (size_t i = 0; i < inputs->programs.count; i++) {
		if (strcmp(inputs->programs.items[i].name, name) == 0)
			return &inputs->programs.items[i];
	}
	program = vec_add(&inputs->programs);
	program->name = xstrdup(name);
	return program;
}

/* True if the test executes MODULE; also if what it executes is not known. */
static bool is_used(const struct side *side, uint32_t test, const struct module *module)
{
	const struct footprint *footprint = &campaign_baseline(side->campaign, test)->footprint;

	for (size_t i = 0; i < footprint->modules.count; i++) {
		if (footprint->modules.items[i] == module)
			return true;
	}
	return !footprint->modules.count;
}

/*
 * Notes that TEST shows a difference in each program that it executes and that has the unit UID, behind a
 * condition of FUNCTION; NULL: in any program that it executes. False: there is no such program.
 */
static bool note(struct iso_inputs *inputs, const struct side *new, const struct explore_test *test,
		 uint64_t uid, const char *function)
{
	const struct modules *modules = campaign_modules(new->campaign);
	bool is_known = false;

	for (size_t i = 0; i < modules->modules.count; i++) {
		const struct module *module = &modules->modules.items[i];
		_cleanup_free_ char *below = path_below(new->directory, module->path);
		struct iso_inputs_program *program;

		if (module->kind != INVENTORY_PROGRAM || !below ||
		    !is_used(new, test->new, module) || (function && !module_has_unit(module, uid)))
			continue;
		is_known = true;
		program = find_program(inputs, below);
		strv_append_once(&program->tests, test->name);
		if (function)
			strv_append_once(&program->functions, function);
	}
	return is_known;
}

static void note_finding(struct iso_inputs *inputs, const struct explore *explore,
			 const struct explore_finding *finding)
{
	const struct inventory *inventory = campaign_inventory(explore->new->campaign);

	for (uint32_t i = 0; i < finding->variant.nr_pairs; i++) {
		uint32_t pair = finding->variant.pairs[i];
		uint32_t branch = explore->isomorphism->pairs.items[pair].new;
		const struct inventory_mutant *mutant =
			&inventory->mutants
				 .items[explore->new->branches.items.items[branch].negated];
		uint32_t unit = inventory->instances.items[mutant->first_instance].unit;

		if (!note(inputs, explore->new, &explore->tests.items[finding->variant.test],
			  inventory->units.items[unit].uid, mutant->function))
			strv_append_once(&inputs->strangers, mutant->function);
	}
}

static void note_all(struct iso_inputs *inputs, const struct triage *triage)
{
	const struct explore *explore = triage->explore;

	for (size_t i = 0; i < triage->groups.count; i++) {
		const struct triage_group *group = &triage->groups.items[i];

		for (size_t k = 0; triage_is_new(group) && k < group->findings.count; k++)
			note_finding(inputs, explore,
				     &explore->findings.items[group->findings.items[k]]);
	}
	for (size_t i = 0; i < explore->tests.count; i++) {
		if (explore->tests.items[i].plain)
			note(inputs, explore->new, &explore->tests.items[i], 0, NULL);
	}
}

/* ---- the search */

/* Returns why FILE can't be searched; NULL: it can. The caller frees. */
static char *find_refusal(const char *file, const char *label)
{
	struct ir_units units;
	struct error *err = ir_units_read(file, &units);
	char *ret = NULL;

	if (err) {
		ret = xasprintf("the %s version: %s", label, err->message);
		error_destroy(err);
		return ret;
	}
	if (!units.nr_units)
		ret = xasprintf("the %s version was not built with -fplugin-arg-remt-ir", label);
	ir_units_deinit(&units);
	return ret;
}

/* Writes a script that runs the tests of PROGRAM. */
static struct error *write_suite(const struct iso_inputs_program *program,
				 const struct explore *explore, const char *path)
{
	const struct test_list *tests = campaign_tests(explore->new->campaign);
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (size_t i = 0; i < tests->nr_tests; i++) {
		_cleanup_free_ char *line = NULL;

		if (!strv_contains(program->tests, tests->tests[i].name))
			continue;
		line = test_record_command(&tests->tests[i], environ);
		strbuf_addf(&text, "(%s)\n", line);
	}
	/* How the tests end is not what counts. */
	strbuf_adds(&text, ":\n");
	return fs_write_file(path, strbuf_get(&text), text.length);
}

/* In the child: becomes the search. */
static _Noreturn void become(char **argv, const char *directory, bool is_quiet)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null < 0 || chdir(directory) < 0)
		_exit(127);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	if (is_quiet)
		dup2(null, STDERR_FILENO);
	execv("/proc/self/exe", argv);
	_exit(127);
}

/* Returns the status of wait(), and sends on a signal that ends the comparison. */
static int wait_for(pid_t pid, const volatile sig_atomic_t *cancelled)
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	bool is_told = false;
	int status = 0;

	while (waitpid(pid, &status, WNOHANG) != pid) {
		if (*cancelled && !is_told) {
			kill(pid, SIGTERM);
			is_told = true;
		}
		nanosleep(&pause, NULL);
	}
	return status;
}

static void count(const json_t *root, struct iso_inputs_program *program)
{
	const json_t *list = json_object_get(root, "differences"), *difference;
	size_t i;

	program->is_certain = json_is_true(json_object_get(root, "certain"));
	json_array_foreach(list, i, difference) {
		program->nr_found++;
		program->nr_written += json_object_get(difference, "test") != NULL;
	}
}

/* Notes what the search, which ended with STATUS, wrote to PATH. */
static void read_result(struct iso_inputs_program *program, int status, const char *path)
{
	json_t *root = NULL;

	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		root = json_load_file(path, 0, NULL);
	if (root)
		count(root, program);
	else if (WIFEXITED(status))
		program->why = xasprintf("remt gen ends with status %d", WEXITSTATUS(status));
	else
		program->why = xasprintf("remt gen is ended by signal %d", WTERMSIG(status));
	json_decref(root);
}

/* Returns an unused name in the directory of the tests for those of PROGRAM. */
static char *find_directory(const struct iso_inputs *inputs,
			    const struct iso_inputs_program *program, const char *working)
{
	_cleanup_free_ char *above = path_absolute(working, inputs->directory.path);
	char *ret = path_join(above, path_basename(program->name));

	for (unsigned i = 2; fs_exists(ret); i++) {
		free(ret);
		ret = xasprintf("%s/%s-%u", above, path_basename(program->name), i);
	}
	return ret;
}

static char **make_command(const struct iso_inputs *inputs,
			   const struct iso_inputs_program *program, const char *old,
			   const char *suite, const char *output)
{
	_cleanup_free_ char *word = shell_quote(suite);
	char **argv = NULL;

	strv_extend(&argv,
		    (char *[]){ (char *)"remt", (char *)"gen", (char *)"--format=json", NULL });
	strv_appendf(&argv, "--output=%s", output);
	strv_appendf(&argv, "--write-tests=%s", program->directory);
	strv_appendf(&argv, "--suite=sh %s", word);
	strv_appendf(&argv, "--time=%" PRIu64 "ms", inputs->opts->max_ms);
	for (char *const *name = program->functions; name && *name; name++)
		strv_appendf(&argv, "--near=%s", *name);
	strv_append(&argv, old);
	strv_appendf(&argv, "./%s", program->name);
	return argv;
}

/* Searches one program, of which there are OLD and NEW. */
static struct error *search(struct iso_inputs *inputs, struct iso_inputs_program *program,
			    const struct explore *explore, const char *old, const char *working)
{
	const char *scratch = campaign_scratch(explore->new->campaign);
	_cleanup_free_ char *suite = path_join(scratch, "inputs.sh");
	_cleanup_free_ char *output = path_join(scratch, "inputs.json");
	_cleanup_strv_ char **argv = NULL;
	struct error *err = write_suite(program, explore, suite);
	pid_t pid;

	if (err)
		return err;
	program->directory = find_directory(inputs, program, working);
	argv = make_command(inputs, program, old, suite, output);
	pid = fork();
	if (pid < 0)
		return error_errno(ERROR_UNUSABLE, errno, "no process can be started");
	if (pid == 0)
		become(argv, explore->new->directory, inputs->opts->is_quiet);
	read_result(program, wait_for(pid, inputs->opts->cancelled), output);
	return NULL;
}

static struct error *search_program(struct iso_inputs *inputs, struct iso_inputs_program *program,
				    const struct explore *explore, const char *working)
{
	_cleanup_free_ char *old = path_join(explore->old->directory, program->name);
	_cleanup_free_ char *new = path_join(explore->new->directory, program->name);

	program->why = find_refusal(old, "old");
	if (!program->why)
		program->why = find_refusal(new, "new");
	return program->why ? NULL : search(inputs, program, explore, old, working);
}

struct error *iso_inputs_find(struct iso_inputs *inputs, const struct triage *triage)
{
	_cleanup_free_ char *working = NULL;
	struct error *err = path_working_directory(&working);

	if (!err)
		note_all(inputs, triage);
	for (size_t i = 0; i < inputs->programs.count && !err && !*inputs->opts->cancelled; i++)
		err = search_program(inputs, &inputs->programs.items[i], triage->explore, working);
	return err;
}

void iso_inputs_describe(struct strbuf *text, const struct iso_inputs *inputs,
			 const struct iso_inputs_program *program)
{
	print_add(text, "%s: ", program->name);
	if (program->why)
		print_add(text, "no search for inputs: %s", program->why);
	else if (!program->nr_found && program->is_certain)
		strbuf_adds(text, "without a negation no inputs of these lengths differ");
	else if (!program->nr_found)
		print_add(text, "no difference without a negation was found in %" PRIu64 " ms",
			  inputs->opts->max_ms);
	else
		print_add(text, "%zu difference%s without a negation, %zu test%s",
			  program->nr_found, plural(program->nr_found), program->nr_written,
			  plural(program->nr_written));
	if (program->nr_written)
		print_add(text, " in %s", program->directory);
}
