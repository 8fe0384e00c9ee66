/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs one command as a cell and prints the result, one KEY=VALUE per line, for the scripts of this
 *directory.
 *
 *	cell [OPTION…] -- COMMAND…
 *
 *	-s DIR   scratch directory (required)	-d DIR   working directory of the test (.)
 *	-i FILE  its input			-o FILE  keep its output
 *	-f EXE   by fork-server of EXE		-n N     N times, and runs per second
 *	-v DIR   view				-I       no namespaces
 *	-m UID   mutate unit UID, or UID:SITE:FUNCTION:ALTERNATIVE		-c DIR   cover
 *	-b FILE  with the variants of FILE
 *	-l NAME=VALUE  limit: cpu_ms, wall_ms, idle_ms, memory_kb, output_bytes, processes, hits, endless_ms
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/xalloc.h"
#include "rewriter/subject/subject.h"
#include "runner/pool/worker.h"

static const char *const limit_names[] = {
	[LIMIT_NONE] = "none",		 [LIMIT_CPU] = "cpu",	      [LIMIT_WALL] = "wall",
	[LIMIT_HITS] = "hits",		 [LIMIT_MEMORY] = "memory",   [LIMIT_OUTPUT] = "output",
	[LIMIT_PROCESSES] = "processes", [LIMIT_ENDLESS] = "endless",
};

static void set_limit(struct limits *limits, const char *text)
{
	const struct {
		const char *name;
		uint64_t *value;
	} table[] = {
		{ "cpu_ms=", &limits->cpu_ms },	      { "wall_ms=", &limits->wall_ms },
		{ "idle_ms=", &limits->idle_ms },     { "memory_kb=", &limits->memory_kb },
		{ "processes=", &limits->processes }, { "output_bytes=", &limits->output_bytes },
		{ "hits=", &limits->hits },	      { "endless_ms=", &limits->endless_ms },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		size_t length = strlen(table[i].name);

		if (strncmp(text, table[i].name, length) == 0)
			*table[i].value = strtoull(text + length, NULL, 10);
	}
}

static void print_result(const struct job_result *result)
{
	printf("verdict=%s\nlimit=%s\nstatus=%d\nmode=%s\nfallback=%s\nattached=%u\nswitched=%u\n"
	       "hits=%llu\nleftovers=%d\nisolated=%d\noutput_bytes=%llu\nerror=%s\n",
	       verdict_name(job_verdict(result)), limit_names[result->limit], result->status,
	       result->mode == WORKER_EXEC ? "exec" : "fork-server", result->fallback,
	       result->nr_attached, result->nr_switched, (unsigned long long)result->nr_hits,
	       result->leftovers, result->isolated, (unsigned long long)result->output_bytes,
	       result->error);
	printf("cpu_us=%llu\nwall_us=%llu\nmax_rss_kb=%llu\n", (unsigned long long)result->cpu_us,
	       (unsigned long long)result->wall_us, (unsigned long long)result->max_rss_kb);
}

static _Noreturn void die(struct error *err)
{
	fprintf(stderr, "cell: %s\n", err->message);
	exit(4);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* All results but the last are only looked at for errors and unlike statuses. */
static struct job_result repeat(struct worker *worker, struct job *job, long count)
{
	struct job_result result = { 0 };
	double start = now();

	for (long i = 0; i < count; i++) {
		int old_status = result.status;
		struct error *err;

		job->id = (uint64_t)i;
		err = worker_submit(worker, job);
		if (!err)
			err = worker_result(worker, false, &result);
		if (err)
			die(err);
		if (result.is_disturbed && job->limits.endless_ms) { /* as in a matrix */
			job->limits.endless_ms = 0;
			i--;
			continue;
		}
		if (result.error[0])
			break;
		if (i && result.status != old_status)
			printf("unstable=%ld\n", i);
	}
	if (count > 1)
		printf("runs_per_s=%.0f\n", (double)count / (now() - start));
	return result;
}

/* "5a" or "5a:2:1:1" */
static void set_switch(struct remt_switch *on, const char *text)
{
	uint32_t *const fields[] = { &on->site, &on->function, &on->alternative };
	char *at;

	on->uid = strtoull(text, &at, 16);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]) && *at == ':'; i++)
		*fields[i] = (uint32_t)strtoul(at + 1, &at, 10);
}

/* Beside the scratch directory SCRATCH, which stays empty. */
static char *write_variants(const char *binary, const char *scratch, struct subject **ret)
{
	char *path = xasprintf("%s.variants", scratch);
	struct error *err = subject_open(binary, ret);

	if (!err)
		err = subjects_write(ret, 1, path);
	if (err)
		die(err);
	return path;
}

/* What the command line asks for. */
struct arguments {
	struct test *test;
	struct worker_opts opts;
	struct remt_switch on;
	struct job job;
	long count;	    /* runs */
	const char *binary; /* whose variants are switched on; NULL: none */
};

static void serve(struct job *job, const char *program)
{
	struct stat status;

	job->mode = WORKER_FORKSERVER;
	if (stat(program, &status) == 0) {
		job->server.device = status.st_dev;
		job->server.inode = status.st_ino;
	}
}

static bool parse(int argc, char **argv, struct arguments *ret)
{
	for (int c; (c = getopt(argc, argv, "+s:d:i:o:f:n:v:Im:c:l:b:")) != -1;) {
		switch (c) {
		case 's': ret->opts.scratch = optarg; break;
		case 'd': ret->test->directory = optarg; break;
		case 'i': ret->test->input = optarg; break;
		case 'o': ret->job.keep.output = optarg; break;
		case 'n': ret->count = strtol(optarg, NULL, 10); break;
		case 'v': ret->opts.view_root = optarg; break;
		case 'I': ret->opts.wish = CONTAIN_NOT; break;
		case 'l': set_limit(&ret->job.limits, optarg); break;
		case 'c':
			ret->job.session_mode = REMT_MODE_COVER;
			ret->job.keep.coverage = optarg;
			break;
		case 'm':
			ret->job.session_mode = REMT_MODE_MUTATE;
			ret->job.nr_on = 1;
			set_switch(&ret->on, optarg);
			break;
		case 'b': ret->binary = optarg; break;
		case 'f': serve(&ret->job, optarg); break;
		default: return false;
		}
	}
	ret->test->argv = argv + optind;
	return true;
}

int main(int argc, char **argv)
{
	char name[] = "cell", input[] = "/dev/null";
	char *directory = getcwd(NULL, 0);
	struct test test = {
		.name = name, .directory = directory, .environ = environ, .input = input
	};
	struct arguments args = {
		.test = &test,
		.opts = { .wish = CONTAIN_OFFLINE, .runtime = getenv("REMT_RUNTIME") },
		.on = { .site = 2, .function = 1, .alternative = 1 },
		.job = { .test = &test, .on = &args.on },
		.count = 1,
	};
	struct job_result result;
	struct worker *worker;
	struct error *err;
	char *variants = NULL;
	struct subject *subject = NULL;
	const struct subject_list subjects = { &subject, 1 };

	if (!parse(argc, argv, &args))
		return 2;
	if (args.on.uid == 0x5b)
		args.on = (struct remt_switch){
			.uid = 0x5b, .site = 4, .function = 2, .alternative = 1
		};
	if (args.binary)
		args.opts.variants = variants =
			write_variants(args.binary, args.opts.scratch, &subject);
	if (subject && subject->is_static) {
		args.opts.subjects = &subjects;
		args.job.exec.is_followed = true;
	}
	err = worker_start(&args.opts, &worker);
	if (err)
		die(err);
	result = repeat(worker, &args.job, args.count);
	print_result(&result);
	worker_stop(worker);
	subject_close(subject);
	free(variants);
	free(directory);
	return 0;
}
