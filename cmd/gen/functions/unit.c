/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The C test file of a unit. Tests of one function were tried by themselves (cmd/gen/function/check.h); beside those of
 * others they are tried again, as calls may leave something behind: the file passes on the original, and fails on each
 * mutant that they kill.
 */
#include "cmd/gen/functions/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "caller/function.h"
#include "caller/program.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/check.h"
#include "cmd/gen/function/include.h"
#include "cmd/gen/function/shell.h"
#include "cmd/gen/functions/into.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* What the tests include, of the ways that are tried. */
struct way {
	const char *name; /* a header, borrowed; "": the unit itself */
	bool is_new;	  /* the tests that are there included something else */
	bool is_direct; /* main() or what it calls calls the tests, whatever it does with others */
};

/* What trials came to. */
struct outcome {
	size_t way;    /* the one that does; or their number */
	char why[200]; /* the last one does not */
};

/* A file that is put together. The last one of its items is new. */
struct composition {
	struct gen_functions *functions;
	struct gen_function_preparation preparation;
	struct gen_function_preparation old; /* of the old version, if two are compared */
	char *old_scratch;		     /* owned */
	VEC(const struct gen_functions_item *) items;
	VEC(struct way) ways;	 /* the preferred ones first */
	struct outcome *outcome; /* shared between processes */
};

/* ---- the text */

/* Adds the whole file in STYLE. IS_TRAP: the last test ends the program. */
static void write_text(const struct composition *composition, const struct way *way,
		       enum test_style style, const char *include, const char *about, bool is_trap,
		       struct strbuf *ret)
{
	const struct gen_function_run *run = &composition->preparation.run;
	size_t number = composition->items.count;
	_cleanup_free_ struct test_piece *pieces = xcalloc(number + 1, sizeof(*pieces));
	_cleanup_free_ char *source = program_source(run->entries, run->entry),
			    *subject = xstrndup(path_basename(source),
						strcspn(path_basename(source), "."));
	const struct cases_form form = { .style = style,
					 .include = include,
					 .includes_unit = !*way->name,
					 .calls_directly = way->is_direct,
					 .has_main = function_has_main(run->entries, run->entry),
					 .about = about };

	for (size_t i = 0; i < number; i++)
		pieces[i] = style == STYLE_ASSERT ? composition->items.items[i]->plain
						  : composition->items.items[i]->shown;
	if (composition->functions->into.path) {
		gen_functions_into_write(&composition->functions->into, &form,
					 composition->items.items, number, pieces, is_trap, ret);
		return;
	}
	test_file_begin(ret, &form, pieces, number);
	test_file_end(ret, &form, pieces, number, subject);
}

/* Notes why the way at hand does not do. */
static void note(const struct composition *composition, const char *why)
{
	_cleanup_free_ char *line = gen_function_shorten(why);

	snprintf(composition->outcome->why, sizeof(composition->outcome->why), "%s", line);
}

/* Returns the style that trials with mutants have. */
static enum test_style plain_style(const struct composition *composition)
{
	return composition->functions->into.path ? composition->functions->into.style
						 : STYLE_ASSERT;
}

/* Compiles the tests with RUN's version by COMPILER in its scratch directory; *RET: as what, or NULL. The caller frees. */
static struct error *compile(const struct composition *composition,
			     const struct gen_function_run *run, const struct way *way,
			     const char *compiler, enum test_style style, bool is_trap, char **ret)
{
	const char *into = composition->functions->into.path;
	_cleanup_free_ char *file = path_join(run->scratch, into ? path_basename(into) : "unit.c"),
			    *program = path_join(run->scratch, "unit"),
			    *source = program_source(run->entries, run->entry), *command = NULL,
			    *output = NULL, *whole = NULL;
	bool is_unit = !*way->name;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	*ret = NULL;
	write_text(composition, way, style, is_unit ? source : way->name, "", is_trap, &text);
	err = fs_write_file(file, strbuf_get(&text), text.length);
	if (err)
		return err;
	whole = into ? gen_functions_into_compiler(&composition->functions->into, compiler)
		     : xstrdup(compiler);
	command = gen_function_include_command(run, style, is_unit, whole, file, program, source,
					       NULL);
	if (gen_function_shell(run, command, &output) == 0)
		*ret = TAKE(program);
	else
		note(composition, output ? output : "they can't be compiled");
	return NULL;
}

/* ---- trials */

/* *RET: the program of SUBJECT fails with MUTANT on. */
static struct error *fails(const struct gen_function_run *run, const char *program,
			   const struct gen_mutants *mutants, const struct inventory_mutant *row,
			   bool *ret)
{
	_cleanup_free_ char *variant = path_join(run->scratch, "variant");
	struct error *err = NULL;
	bool passes = true;

	for (size_t i = 0; i < mutants->items.count && !err; i++) {
		const struct gen_mutant *mutant = &mutants->items.items[i];

		if (!gen_function_is_same_mutant(mutant->row, row))
			continue;
		err = gen_mutant_write(program, mutant, variant);
		if (!err)
			err = gen_function_check_run(run, variant, &passes);
		break;
	}
	*ret = !err && !passes;
	return err;
}

/* *RET: the program fails on all mutants that the tests of the items from FIRST on kill. */
static struct error *kills_all(const struct composition *composition, const char *program,
			       size_t first, bool *ret)
{
	const struct gen_mutant_choice all = { .has_all = true };
	struct gen_mutants mutants;
	struct error *err = gen_mutants_find(&all, program, program, &mutants);

	*ret = true;
	for (size_t i = first; i < composition->items.count && !err && *ret; i++) {
		const struct gen_functions_item *item = composition->items.items[i];

		for (size_t m = 0; m < item->mutants.count && !err && *ret; m++) {
			if (item->mutants.items[m].has_test)
				err = fails(&composition->preparation.run, program, &mutants,
					    item->mutants.items[m].mutant->row, ret);
		}
	}
	gen_mutants_deinit(&mutants);
	return err;
}

/* *RET: the file compiles in STYLE, and passes. */
static struct error *passes_in(const struct composition *composition, const struct way *way,
			       enum test_style style, bool *ret)
{
	const struct gen_function_run *run = &composition->preparation.run;
	_cleanup_free_ char *compiler = xasprintf("%s%s", compiler_default(),
						  *way->name ? GEN_FUNCTION_STRICT : " -w"),
			    *program = NULL;
	struct error *err = compile(composition, run, way, compiler, style, false, &program);

	*ret = false;
	if (!err && program)
		err = gen_function_check_run(run, program, ret);
	if (!err && program && !*ret)
		note(composition, "they do not pass together");
	return err;
}

/* *RET: the file compiles with the version of RUN, and fails. IS_TRAP: its last test ends the program. */
static struct error *fails_with(const struct composition *composition,
				const struct gen_function_run *run, const struct way *way,
				bool is_trap, bool *ret)
{
	_cleanup_free_ char *compiler = xasprintf("%s -w", compiler_default()), *program = NULL;
	struct error *err = compile(composition, run, way, compiler, plain_style(composition),
				    is_trap, &program);
	bool passes = true;

	if (!err && program)
		err = gen_function_check_run(run, program, &passes);
	*ret = !err && program && !passes;
	if (!err && program && passes)
		note(composition, is_trap ? "what runs its tests does not run them"
					  : "they pass with the old version");
	return err;
}

/* *RET: the file compiles in this way, passes, and kills what is said. */
static struct error *try_way(const struct composition *composition, const struct way *way,
			     bool *ret)
{
	const struct gen_function_run *run = &composition->preparation.run;
	_cleanup_free_ char *compiler = xasprintf("%s -w", run->compiler), *program = NULL;
	enum test_style style = plain_style(composition);
	struct error *err = passes_in(composition, way, style, ret);
	bool has_style = false;

	if (!err && *ret && run->style != style)
		err = gen_function_include_has_style(run, run->style, &has_style);
	if (!err && has_style)
		err = passes_in(composition, way, run->style, ret);
	if (!err && *ret && composition->functions->into.path)
		/* Tests that were there kill mutants, too: are the new ones run? */
		err = fails_with(composition, run, way, true, ret);
	if (err || !*ret)
		return err;
	if (run->old)
		return fails_with(composition, run->old, way, false, ret);
	err = compile(composition, run, way, compiler, style, false, &program);
	*ret = !err && program;
	if (*ret)
		err = kills_all(composition, program,
				way->is_new ? 0 : composition->items.count - 1, ret);
	if (!err && program && !*ret)
		note(composition, "a mutant passes that they kill alone");
	return err;
}

static struct error *try_all(struct composition *composition)
{
	struct error *err = NULL;
	bool is_good = false;
	size_t i = 0;

	while (i < composition->ways.count && !err && !is_good) {
		err = try_way(composition, &composition->ways.items[i], &is_good);
		i += !is_good;
	}
	composition->outcome->way = i;
	return err;
}

/* ---- the process */

static struct error *try_apart(struct composition *composition)
{
	struct containment containment;
	struct error *err;
	pid_t pid;

	fflush(NULL);
	err = gen_contain_fork(&containment, &pid);
	if (err)
		return err;
	if (pid == 0) {
		err = gen_function_enter(&composition->preparation.run, &containment);
		composition->old.run.view = composition->preparation.run.view;
		if (!err)
			err = try_all(composition);
		_exit(err ? cmd_fail(err) : EXIT_OK);
	}
	if (gen_contain_await(pid) != EXIT_OK)
		composition->outcome->way = composition->ways.count;
	return NULL;
}

static void add_way(struct composition *composition, const char *name, bool is_new)
{
	vec_push(&composition->ways, ((struct way){ .name = name, .is_new = is_new }));
}

/* What the user's source includes stays: the unit, or a header. */
static void find_way_into(struct composition *composition, const struct gen_functions_item *item)
{
	const struct gen_functions_into *into = &composition->functions->into;
	bool is_unit = insertion_includes(&into->place, item->file);
	struct way way = { .name = is_unit ? "" : item->include };

	if (!is_unit && item->needs_unit)
		return;
	vec_push(&composition->ways, way);
	/* What a framework that is not known expects of tests may be more than they have. */
	way.is_direct = into->place.direct && into->style == STYLE_ASSERT;
	if (way.is_direct)
		vec_push(&composition->ways, way);
}

/* Finds what tests of UNIT and ITEM can include. */
static void find_ways(struct composition *composition, const struct gen_functions_unit *unit,
		      const struct gen_functions_item *item)
{
	if (composition->functions->into.path) {
		find_way_into(composition, item);
		return;
	}
	if (!item->needs_unit && unit->include && !unit->is_unit)
		add_way(composition, unit->include, false);
	if (!item->needs_unit && !unit->is_unit &&
	    (!unit->include || strcmp(unit->include, item->include) != 0))
		add_way(composition, item->include, unit->include != NULL);
	add_way(composition, "", unit->include && !unit->is_unit);
}

static struct error *compose(struct composition *composition, const struct gen_functions_unit *unit,
			     const struct gen_functions_item *item)
{
	struct gen_functions *functions = composition->functions;
	struct error *err;

	for (size_t i = 0; i < unit->items.count; i++)
		vec_push(&composition->items, &functions->items.items[unit->items.items[i]]);
	vec_push(&composition->items, item);
	find_ways(composition, unit, item);
	composition->preparation.run =
		(struct gen_function_run){ .args = functions->args,
					   .limits = functions->limits,
					   .directory = functions->directory };
	composition->outcome = mmap(NULL, sizeof(*composition->outcome), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (composition->outcome == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with a child");
	composition->old = composition->preparation;
	err = gen_function_lay_out(&functions->program, item->entry, &composition->preparation);
	if (!err && functions->old.name)
		err = gen_changed_lay_out_old(functions, item, &composition->preparation,
					      &composition->old, &composition->old_scratch);
	composition->preparation.run.linked = xstrdup(item->linked ? item->linked : "");
	return err ? err : try_apart(composition);
}

static void release(struct composition *composition)
{
	gen_function_release(&composition->preparation);
	gen_function_release(&composition->old);
	free(composition->old_scratch);
	munmap(composition->outcome, sizeof(*composition->outcome));
	vec_deinit(&composition->items);
	vec_deinit(&composition->ways);
}

/* ---- the file */

static char *describe(const struct composition *composition, const char *path, const char *from,
		      bool is_unit)
{
	const struct gen_function_run *run = &composition->preparation.run;
	_cleanup_free_ char *program = xstrndup(path_basename(path),
						strcspn(path_basename(path), ".")),
			    *command = gen_function_include_command(run, run->style, is_unit, "gcc",
								    path_basename(path), program,
								    from, path);

	return xasprintf(
		" * Tests of %s.\n"
		" *\n"
		" * They expect what its functions do today: check that this is what you want.\n"
		" * Compile %s with:\n *\n *\t%s\n",
		path_basename(from), path_basename(path), command);
}

static struct error *write_file(const struct composition *composition, const char *path)
{
	const struct gen_function_run *run = &composition->preparation.run;
	const struct way *way = &composition->ways.items[composition->outcome->way];
	_cleanup_free_ char *source = program_source(run->entries, run->entry),
			    *from = gen_function_build_path(run->directory, path, source),
			    *about = describe(composition, path, from, !*way->name);
	_cleanup_strbuf_ struct strbuf text = { 0 };

	write_text(composition, way, run->style, *way->name ? way->name : from, about, false,
		   &text);
	if (composition->functions->into.path)
		return gen_functions_into_patch(&composition->functions->into, strbuf_get(&text),
						path);
	return destination_write(path, strbuf_get(&text), text.length, 0);
}

/* Returns a name of a file that no unit has; the caller frees. MORE is a part of it. */
static char *find_name(const struct gen_functions *functions, const char *file, const char *more)
{
	const char *base = path_basename(file);
	int length = (int)strcspn(base, ".");
	char *path = NULL;

	for (unsigned i = 1; !path || fs_exists(path); i++) {
		_cleanup_free_ char *name =
			i == 1 ? xasprintf("test_%.*s%s.c", length, base, more)
			       : xasprintf("test_%.*s%s_%u.c", length, base, more, i);

		free(path);
		path = path_join(functions->tests.path, name);
	}
	return path;
}

/* Says why no way does; the caller frees. */
static char *explain(const struct composition *composition)
{
	const struct gen_functions_into *into = &composition->functions->into;

	if (!into->path)
		return xstrdup("they do not pass, or do not kill, in a file of the unit");
	return gen_functions_into_explain(into, composition->ways.count ? composition->outcome->why
									: NULL);
}

/* Writes the tests of ITEM with those of UNIT; *RET: that could be done. */
static struct error *add_to(struct gen_functions *functions, struct gen_functions_unit *unit,
			    struct gen_functions_item *item, const char *more, bool *ret)
{
	struct composition composition = { .functions = functions };
	struct error *err = compose(&composition, unit, item);
	const struct way *way;
	char *include;

	*ret = !err && composition.outcome->way < composition.ways.count;
	if (!err && !*ret) {
		free(item->failure);
		item->failure = explain(&composition);
	}
	if (*ret) {
		way = &composition.ways.items[composition.outcome->way];
		if (!unit->test_file)
			unit->test_file = functions->into.path
						  ? gen_functions_into_name(&functions->into,
									    functions->tests.path)
						  : find_name(functions, item->file, more);
		err = write_file(&composition, unit->test_file);
		unit->is_unit = !*way->name;
		include = xstrdup(way->name);
		free(unit->include);
		unit->include = include;
		vec_push(&unit->items, (size_t)(item - functions->items.items));
		item->test_file = xstrdup(unit->test_file);
	}
	release(&composition);
	return err;
}

struct error *gen_functions_add_tests(struct gen_functions *functions,
				      struct gen_functions_item *item)
{
	struct gen_functions_unit *unit = &functions->units.items[item->unit], apart = { 0 };
	_cleanup_free_ char *more = xasprintf("_%s", item->name);
	bool is_added = false;
	struct error *err;

	/* A function of a header belongs to a unit of its own. */
	if (!item->shown.names)
		return NULL;
	if (functions->into.path)
		unit = &functions->into.all;
	err = add_to(functions, unit, item, "", &is_added);
	if (!err && !is_added && !functions->into.path && unit->items.count)
		err = add_to(functions, &apart, item, more, &is_added);
	gen_functions_unit_deinit(&apart);
	if (is_added) {
		free(item->failure);
		item->failure = NULL;
	}
	if (!err && !is_added) {
		for (size_t m = 0; m < item->mutants.count; m++)
			item->mutants.items[m].has_test = false;
	}
	return err;
}
