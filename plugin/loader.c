/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * remt.so, what `gcc -fplugin=remt` loads: finds the plugin of the GCC that loads it and hands over.
 *
 * A plugin depends on each release of GCC and would fail in another one with "undefined symbol".
 * This file depends on none: it is C, includes no header of GCC and calls none of its functions.
 * Beside it lies a plugin for each release, remt-gcc-VERSION.so, where VERSION is what `gcc
 * -dumpfullversion` prints.
 *
 * The two structures have been the same since plugins exist, in GCC 4.5 (see gcc-plugin.h and "Loading
 * Plugins" in GCC's internals manual).
 */
#include <dirent.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX	 "remt-gcc-"
#define SUFFIX	 ".so"

#define EXPORTED __attribute__((visibility("default")))

struct plugin_gcc_version {
	const char *basever;   /* "12.2.0" */
	const char *datestamp; /* "20220819" */
	const char *devphase;  /* "" in a release */
	const char *revision;
	const char *configuration_arguments;
};

/* What GCC says of the plugin and its options; it is handed on as it is. */
struct plugin_name_args;

typedef int plugin_init_function(struct plugin_name_args *, struct plugin_gcc_version *);

EXPORTED int plugin_is_GPL_compatible;
EXPORTED plugin_init_function plugin_init;

/*
 * True in the compiler of C proper. Other front ends, lto1 among them, load plugins, too, but have no
 * C to be mutated and lack the functions that the plugin needs. The first member of their hooks is
 * the name of the language, such as "GNU C17" or "GNU C++17".
 */
static bool is_c(void)
{
	const char *const *hooks = dlsym(RTLD_DEFAULT, "lang_hooks");

	return hooks && strncmp(*hooks, "GNU C", 5) == 0 && strchr("0123456789", (*hooks)[5]);
}

/*
 * Returns the path of the directory of this file, links resolved; owned by the caller. NULL: unknown.
 * The names of plugin.h are global, and may be those of a plugin that was loaded earlier.
 */
static char *own_directory(void)
{
	static const char here;
	Dl_info info;
	char *path, *slash;

	if (!dladdr(&here, &info))
		return NULL;
	path = realpath(info.dli_fname, NULL);
	slash = path ? strrchr(path, '/') : NULL;
	if (slash)
		*slash = '\0';
	return path;
}

static int is_plugin(const struct dirent *entry)
{
	return strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0 &&
	       strlen(entry->d_name) > strlen(PREFIX SUFFIX);
}

/* Prints the versions of GCC that there are plugins for in DIRECTORY. */
static void print_versions(const char *directory)
{
	struct dirent **found = NULL;
	int nr = scandir(directory, &found, is_plugin, versionsort);

	for (int i = 0; i < nr; i++) {
		const char *version = found[i]->d_name + strlen(PREFIX);

		fprintf(stderr, "%s%.*s", i ? ", " : ", but for GCC ",
			(int)(strlen(version) - strlen(SUFFIX)), version);
		free(found[i]);
	}
	free(found);
}

/* Prints why there is no plugin at PATH for VERSION, in one line. */
static void print_failure(const struct plugin_gcc_version *version, const char *directory,
			  const char *path, const char *why)
{
	fprintf(stderr, "remt: ");
	if (access(path, F_OK) == 0) {
		fprintf(stderr, "the plugin was built for another GCC %s: %s", version->basever,
			why);
	} else {
		fprintf(stderr, "no plugin was built for GCC %s", version->basever);
		print_versions(directory);
	}
	fprintf(stderr, ": configure remt with --with-gcc=the compiler in use\n");
}

EXPORTED int plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
	char *directory, *path;
	plugin_init_function *init = NULL;
	void *plugin;

	if (!is_c())
		return 0;
	directory = own_directory();
	if (!directory ||
	    asprintf(&path, "%s/" PREFIX "%s" SUFFIX, directory, version->basever) < 0)
		return 1;
	plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (plugin)
		init = (plugin_init_function *)dlsym(plugin, "plugin_init");
	if (!init)
		print_failure(version, directory, path, dlerror());
	free(path);
	free(directory);
	return init ? init(args, version) : 1;
}
