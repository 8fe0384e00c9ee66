/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Describes limits, user, umask and processor as text, and compares it with that of an earlier run.
 */
#include "runner/campaign/surroundings.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"

#define ASK_PERSONALITY 0xffffffff

static void add_limits(struct strbuf *text)
{
	static const struct {
		const char *name;
		int resource;
	} limits[] = {
		{ "as", RLIMIT_AS },
		{ "core", RLIMIT_CORE },
		{ "cpu", RLIMIT_CPU },
		{ "data", RLIMIT_DATA },
		{ "fsize", RLIMIT_FSIZE },
		{ "locks", RLIMIT_LOCKS },
		{ "memlock", RLIMIT_MEMLOCK },
		{ "msgqueue", RLIMIT_MSGQUEUE },
		{ "nice", RLIMIT_NICE },
		{ "nofile", RLIMIT_NOFILE },
		{ "nproc", RLIMIT_NPROC },
		{ "rss", RLIMIT_RSS },
		{ "rtprio", RLIMIT_RTPRIO },
		{ "rttime", RLIMIT_RTTIME },
		{ "sigpending", RLIMIT_SIGPENDING },
		{ "stack", RLIMIT_STACK },
	};
	struct rlimit limit;

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		if (getrlimit(limits[i].resource, &limit) == 0)
			strbuf_addf(text, "ulimit-%s %llx:%llx\n", limits[i].name,
				    (unsigned long long)limit.rlim_cur,
				    (unsigned long long)limit.rlim_max);
	}
}

static void add_user(struct strbuf *text)
{
	int count = getgroups(0, NULL);
	_cleanup_free_ gid_t *groups =
		xcalloc((size_t)(count < 0 ? 0 : count) + 1, sizeof(*groups));

	count = getgroups(count < 0 ? 0 : count, groups);
	strbuf_addf(text, "user %u:%u\n", geteuid(), getuid());
	strbuf_addf(text, "groups %u:%u", getegid(), getgid());
	for (int i = 0; i < count; i++)
		strbuf_addf(text, ",%u", groups[i]);
	strbuf_addc(text, '\n');
}

static void add_umask(struct strbuf *text)
{
	mode_t mask = umask(0);

	umask(mask);
	strbuf_addf(text, "umask %o\n", mask);
}

/* A program may choose its functions by these when it starts. */
static void add_processor(struct strbuf *text)
{
	_cleanup_fclose_ FILE *in = fopen("/proc/cpuinfo", "re");
	_cleanup_free_ char *line = NULL;
	size_t size = 0;
	cpu_set_t set;

	while (in && getline(&line, &size, in) > 0) {
		if (strncmp(line, "flags", strlen("flags")) != 0 &&
		    strncmp(line, "Features", strlen("Features")) != 0)
			continue;
		strbuf_addf(text, "features-of-the-processor %llx\n",
			    (unsigned long long)hash_string(line));
		break;
	}
	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		strbuf_addf(text, "number-of-processors %d\n", CPU_COUNT(&set));
	strbuf_addf(text, "personality %x\n", (unsigned)personality(ASK_PERSONALITY));
}

char *surroundings_describe(void)
{
	struct strbuf text = { 0 };

	add_limits(&text);
	add_user(&text);
	add_umask(&text);
	add_processor(&text);
	return strbuf_take(&text);
}

char *surroundings_find_other(const char *before, const char *after)
{
	while (*before || *after) {
		size_t length = strcspn(before, "\n"), other = strcspn(after, "\n");
		const char *one = *before ? before : after;

		if (length != other || memcmp(before, after, length) != 0)
			return xstrndup(one, strcspn(one, " \n"));
		before += length + (before[length] != '\0');
		after += other + (after[other] != '\0');
	}
	return NULL;
}

/*
 * True for variables that tell from which place, session, terminal or continuous-integration job
 * remt was started. They differ each time.
 */
static bool is_volatile(const char *variable)
{
	static const char *const names[] = {
		"ACTIONS_",
		"BUILD_",
		"CI_",
		"COLORTERM=",
		"DBUS_SESSION_BUS_ADDRESS=",
		"DESKTOP_STARTUP_ID=",
		"GITHUB_",
		"GITLAB_",
		"GNOME_TERMINAL_",
		"GPG_TTY=",
		"INVOCATION_ID=",
		"JENKINS_",
		"JOURNAL_STREAM=",
		"KONSOLE_",
		"OLDPWD=",
		"RUNNER_",
		"SESSION_MANAGER=",
		"SHLVL=",
		"SSH_",
		"STY=",
		"TERM_SESSION_ID=",
		"TMUX",
		"VTE_VERSION=",
		"WINDOWID=",
		"XDG_SEAT=",
		"XDG_SESSION_",
		"XDG_VTNR=",
		"_=",
		NULL,
	};

	for (size_t i = 0; names[i]; i++) {
		if (strncmp(variable, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

char **surroundings_environment(char *const *environment)
{
	char **kept = NULL;

	for (char *const *variable = environment; variable && *variable; variable++) {
		if (!is_volatile(*variable))
			strv_append(&kept, *variable);
	}
	strv_sort(kept);
	return kept;
}

char *surroundings_find_variable(char *const *before, char *const *after)
{
	_cleanup_strv_ char **old = surroundings_environment(before),
			    **new = surroundings_environment(after);
	char *none[] = { NULL }, **a = old ? old : none, **b = new ? new : none;
	const char *one;

	for (; *a && *b && strcmp(*a, *b) == 0; a++)
		b++;
	if (!*a && !*b)
		return NULL;
	one = !*a || (*b && strcmp(*b, *a) < 0) ? *b : *a;
	return xstrndup(one, strcspn(one, "="));
}
