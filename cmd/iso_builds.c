/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes each operand as a file or a directory, resolves links, and checks that the versions can be
 * compared: same kind of build, same machine, and tests that run in places of their own.
 */
#include "cmd/iso_builds.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "rewriter/elf/binary.h"

/* Takes the file PATH as a version by itself. */
static struct error *take_file(const struct iso_args *args, const char *operand, const char *path,
			       struct iso_build *ret)
{
	_cleanup_free_ char *resolved = NULL;
	struct error *err;

	if (args->binaries)
		return error_create(
			ERROR_USAGE,
			"%s version: %s is no directory in which %s could be (--binary)",
			ret->label, operand, args->binaries[0]);
	err = path_resolve(path, &resolved);
	if (err)
		return err;
	ret->directory = path_dirname(resolved);
	strv_append(&ret->binaries, resolved);
	return NULL;
}

static struct error *take_directory(const struct iso_args *args, const char *path,
				    struct iso_build *ret)
{
	struct error *err = path_resolve(path, &ret->directory);

	/* An absolute path would name the same file for both versions. */
	for (char **name = args->binaries; !err && name && *name; name++) {
		if ((*name)[0] == '/')
			err = error_create(ERROR_USAGE,
					   "--binary=%s: the path is to begin in both directories",
					   *name);
	}
	for (char **name = args->binaries; !err && name && *name; name++) {
		_cleanup_free_ char *file = path_absolute(ret->directory, *name);
		char *resolved;

		err = error_wrap(path_resolve(file, &resolved), "%s version", ret->label);
		if (!err)
			strv_append_take(&ret->binaries, resolved);
	}
	return err;
}

static struct error *find_build(const struct iso_args *args, const char *label, const char *operand,
				struct iso_build *ret)
{
	_cleanup_free_ char *working = NULL, *absolute = NULL;
	struct error *err = path_working_directory(&working);

	if (err)
		return err;
	ret->label = label;
	absolute = path_absolute(working, operand);
	if (fs_is_directory(absolute))
		return take_directory(args, absolute, ret);
	if (!fs_exists(absolute))
		return error_create(ERROR_UNUSABLE, "%s version: %s: No such file or directory",
				    label, operand);
	return take_file(args, operand, absolute, ret);
}

/* True if the command would run in the same directory for both versions. */
static bool share_place(const struct iso_build *a, const struct iso_build *b)
{
	return a->binaries && b->binaries && a->directory && b->directory &&
	       strcmp(a->directory, b->directory) == 0;
}

static struct error *check_places(const struct iso_args *args, const struct iso_builds *builds)
{
	if (strv_count(builds->old.binaries) != strv_count(builds->new.binaries) ||
	    (args->witness &&
	     strv_count(builds->witness.binaries) != strv_count(builds->new.binaries)))
		return error_create(ERROR_USAGE,
				    "all versions are files, or all are directories: %s, %s%s%s",
				    args->old, args->new, args->witness ? ", " : "",
				    args->witness ? args->witness : "");
	if (share_place(&builds->old, &builds->new) || share_place(&builds->witness, &builds->new))
		return error_create(ERROR_USAGE,
				    "two versions are in %s, where the tests of both would run the "
				    "same file: each needs a directory of its own",
				    builds->new.directory);
	return NULL;
}

/* Refuses options that need source lines or what the plugin plants. */
static struct error *check_options(const struct iso_args *args)
{
	const char *what = args->expected			   ? "--expected"
			   : args->faults.sample		   ? "--faults"
			   : args->inputs.directory		   ? "--write-tests"
			   : args->campaign.mode == BASELINE_SPLIT ? "--mode=split"
								   : NULL;

	return what ? error_create(ERROR_USAGE,
				   "%s: not of compiled files, but only of builds with the plugin",
				   what)
		    : NULL;
}

/* Reads file WHICH of a version. MACHINE is the processor of the files before, 0 at the first. */
static struct error *look_at(const struct iso_build *build, size_t which, uint16_t *machine,
			     struct subject_likeness *likeness)
{
	struct binary *binary;
	struct error *err = binary_open(build->binaries[which], &binary);

	if (err)
		return error_wrap(err, "%s version", build->label);
	if (*machine && *machine != binary->machine)
		err = error_create(ERROR_UNUSABLE, "%s is for another processor than %s",
				   binary->path, likeness->path);
	*machine = binary->machine;
	likeness->has_names &= binary_has_names(binary);
	binary_close(binary);
	return err;
}

static struct error *find_likenesses(struct iso_builds *builds)
{
	const struct iso_build *all[] = { &builds->new, &builds->old, &builds->witness };
	struct error *err = NULL;

	for (size_t i = 0; !err && i < strv_count(builds->new.binaries); i++) {
		struct subject_likeness likeness = { builds->new.binaries[i], true };
		uint16_t machine = 0;

		for (size_t v = 0; !err && v < ARRAY_SIZE(all) && all[v]->binaries; v++)
			err = look_at(all[v], i, &machine, &likeness);
		vec_push(&builds->likenesses, likeness);
	}
	return err;
}

struct error *iso_builds_find(const struct iso_args *args, struct iso_builds *ret)
{
	struct error *err = find_build(args, "old", args->old, &ret->old);

	if (!err)
		err = find_build(args, "new", args->new, &ret->new);
	if (!err && args->witness)
		err = find_build(args, witness_label(args->witness_kind), args->witness,
				 &ret->witness);
	if (!err)
		err = check_places(args, ret);
	if (!err && ret->new.binaries)
		err = check_options(args);
	return err ? err : find_likenesses(ret);
}

static void free_build(struct iso_build *build)
{
	free(build->directory);
	strv_destroy(build->binaries);
}

void iso_builds_deinit(struct iso_builds *builds)
{
	free_build(&builds->old);
	free_build(&builds->new);
	free_build(&builds->witness);
	vec_deinit(&builds->likenesses);
}

struct campaign_opts iso_builds_opts(const struct iso_builds *builds, const struct iso_build *build,
				     const struct campaign_opts *opts)
{
	struct campaign_opts own = *opts;

	own.binaries = build->binaries;
	own.likenesses = build->binaries ? builds->likenesses.items : NULL;
	return own;
}
