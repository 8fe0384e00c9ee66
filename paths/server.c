/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/descriptors.h"
#include "common/fs.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/serve.h"
#include "runner/sandbox/process.h"

#define START_MS     60000 /* patience until a program is ready */
#define ANSWER_MS    10000 /* with a fork, and with the end of a run that was seen to be over */
#define LOOK_MS	     20	   /* between looks at the deadline */
#define MAX_FAILURES 3
#define MAX_ENDS     16 /* with few runs for each */
#define FEW_RUNS     4

/* Takes a message of TYPE; false: none comes before the deadline, or another one. */
static bool take(const struct deadline *deadline, const struct server *server,
		 enum remt_serve_type type, uint64_t patience_ms, struct remt_serve_message *ret)
{
	struct pollfd end = { server->socket, POLLIN, 0 };
	uint64_t start_ms = clock_ms();
	int found;

	do
		found = poll(&end, 1, LOOK_MS);
	while ((found == 0 || (found < 0 && errno == EINTR)) &&
	       clock_ms() - start_ms < patience_ms && !deadline_is_over(deadline));
	return found == 1 &&
	       recv(server->socket, ret, sizeof(*ret), MSG_DONTWAIT) == sizeof(*ret) &&
	       ret->type == type;
}

/* True if the program, which SERVER is to be of, has done nothing that a run would lack, or have twice. */
static bool begin(const struct deadline *deadline, struct server *server,
		  const struct server_launch *launch, unsigned index)
{
	_cleanup_close_ int output = memfd_create("server", MFD_CLOEXEC);
	struct remt_serve_message ready;
	struct stat printed;
	int sockets[2];

	if (output < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0)
		return false;
	server->socket = sockets[0];
	server->pid = launch->start(launch->arg, index, sockets[1], output);
	close(sockets[1]);
	/* What the program executes before main() gets the socket, too. */
	return server->pid > 0 && take(deadline, server, REMT_SERVE_READY, START_MS, &ready) &&
	       ready.status == 0 && ready.pid == server->pid && fstat(output, &printed) == 0 &&
	       printed.st_size == 0;
}

bool servers_are_wanted(const struct servers *servers)
{
	return !servers->is_off && servers->nr_failures < MAX_FAILURES &&
	       (servers->nr_ends < MAX_ENDS || servers->nr_runs >= FEW_RUNS * servers->nr_ends);
}

/* True if VARIABLES, which servers have, are COMMAND's, and their values are as long. */
static bool fit_variables(char *const *variables, const struct command *command)
{
	bool fit = strv_count(variables) == command->nr_variables;

	for (size_t i = 0; fit && i < command->nr_variables; i++) {
		const struct command_variable *variable = &command->variables[i];
		size_t length = strlen(variable->name);

		fit = strncmp(variables[i], variable->name, length) == 0 &&
		      variables[i][length] == '=' &&
		      strlen(variables[i] + length + 1) == strlen(variable->value);
	}
	return fit;
}

static bool is_compiled(unsigned index)
{
	return index >= SERVERS_COMPILED;
}

/* True if server INDEX is to be begun with the others. */
static bool is_wanted(const struct servers *servers, unsigned index, bool is_evaluated)
{
	if (!servers->programs[index])
		return false;
	if (index == SERVERS_SCOUT)
		return servers->wants_scout && !servers->is_scout_off;
	if (is_compiled(index))
		return servers->wants_compiled && !servers->is_compiled_off;
	return is_evaluated;
}

/* Notes that server INDEX could not be begun: it would not be ready another time, either. */
static void note_refusal(struct servers *servers, unsigned index)
{
	if (index == SERVERS_SCOUT)
		servers->is_scout_off = true;
	else if (is_compiled(index))
		servers->is_compiled_off = true;
	else
		servers->nr_failures = MAX_FAILURES;
}

bool servers_fit(const struct servers *servers, unsigned index, const struct command *command)
{
	bool is_on = servers->are_on && servers->items[index].pid > 0;
	bool fit = is_on && strv_count(servers->argv) == strv_count(command->argv);

	if (is_compiled(index))
		return is_on;
	for (size_t i = 0; fit && command->argv[i]; i++)
		fit = strlen(servers->argv[i]) == strlen(command->argv[i]);
	return fit && fit_variables(servers->variables, command);
}

bool servers_begin(struct servers *servers, const struct server_launch *launch,
		   const struct command *command, bool is_evaluated)
{
	bool good = true;

	servers->are_on = true;
	servers->argv = strv_copy(command->argv);
	servers->variables = NULL;
	for (size_t i = 0; i < command->nr_variables; i++)
		strv_append_take(&servers->variables, xasprintf("%s=%s", command->variables[i].name,
								command->variables[i].value));
	for (unsigned i = 0; i < SERVERS_MOST; i++)
		servers->items[i] = (struct server){ .socket = -1 };
	for (unsigned i = 0; i < SERVERS_MOST && good; i++) {
		good = !is_wanted(servers, i, is_evaluated) ||
		       begin(&servers->deadline, &servers->items[i], launch, i);
		if (!good)
			note_refusal(servers, i);
	}
	return good;
}

unsigned servers_find(const struct servers *servers, const char *program, bool is_compiled)
{
	unsigned first = is_compiled ? SERVERS_COMPILED : 0;

	/* Both versions may be one file. */
	for (unsigned i = first; i < first + 2; i++) {
		if (servers->programs[i] == program)
			return i;
	}
	for (unsigned i = first; i < first + 2; i++) {
		if (servers->programs[i] && strcmp(servers->programs[i], program) == 0)
			return i;
	}
	return SERVERS_MOST;
}

/* Returns a file of what the run is told. */
static int tell(const struct server_run *run, unsigned version, const struct command *command)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	int fd = memfd_create("told", MFD_CLOEXEC);

	strbuf_add(&text, run->directory, strlen(run->directory) + 1);
	command_tell_kept(command, &text);
	strbuf_addc(&text, '\0');
	command_tell_variables(command, &text);
	strbuf_addc(&text, '\0');
	command_tell_literals(command, version, &text);
	strbuf_addc(&text, '\0');
	command_tell_files(command, &text);
	strbuf_addc(&text, '\0');
	for (char **argument = command->argv; *argument; argument++)
		strbuf_add(&text, *argument, strlen(*argument) + 1);
	for (size_t i = 0; i < command->nr_variables; i++)
		strbuf_add(&text, command->variables[i].value,
			   strlen(command->variables[i].value) + 1);
	for (size_t i = 0; i < command->nr_literals; i++)
		strbuf_add(&text, command->literals[i].value,
			   strlen(command->literals[i].value) + 1);
	if (fd < 0 || fs_write_all(fd, strbuf_get(&text), text.length))
		return fd;
	close(fd);
	return -1;
}

static bool ask(const struct server *server, const int fds[REMT_SERVE_NR_FDS])
{
	struct remt_serve_message message = { .type = REMT_SERVE_RUN };

	return descriptors_send(server->socket, &message, sizeof(message), fds, REMT_SERVE_NR_FDS,
				0);
}

pid_t servers_run(struct servers *servers, unsigned index, const struct server_run *run,
		  const struct command *command)
{
	const struct server *server = &servers->items[index];
	_cleanup_close_ int told = tell(run, index == SERVERS_SCOUT ? 1 : index % 2, command);
	const int fds[REMT_SERVE_NR_FDS] = { run->in, run->out, run->err, told };
	struct remt_serve_message started;

	if (told < 0 || !ask(server, fds) ||
	    !take(&servers->deadline, server, REMT_SERVE_STARTED, ANSWER_MS, &started) ||
	    started.pid <= 0) {
		servers->nr_failures++;
		return -1;
	}
	servers->nr_runs++;
	return started.pid;
}

int servers_socket(const struct servers *servers, unsigned index)
{
	return servers->items[index].socket;
}

bool servers_await(struct servers *servers, unsigned index, int *status, uint64_t *used_us)
{
	/* The run is over: the server answers at once. */
	const struct deadline never = { .at_ms = 0 };
	struct remt_serve_message ended;

	if (!take(&never, &servers->items[index], REMT_SERVE_ENDED, ANSWER_MS, &ended)) {
		servers->nr_failures++;
		return false;
	}
	*status = ended.status;
	*used_us = ended.used_us;
	return true;
}

void servers_keep(const struct servers *servers, struct tree_kept *kept)
{
	for (unsigned i = 0; i < SERVERS_MOST && servers->are_on; i++) {
		if (servers->items[i].pid > 0)
			kept->pids[kept->count++] = servers->items[i].pid;
	}
}

uint64_t servers_cpu_us(const struct servers *servers)
{
	uint64_t sum = 0;

	for (unsigned i = 0; servers && servers->are_on && i < SERVERS_MOST; i++) {
		struct process server;

		if (servers->items[i].pid > 0 && process_read(servers->items[i].pid, &server))
			sum += server.own_us + server.children_us;
	}
	return sum;
}

void servers_forget(struct servers *servers)
{
	for (unsigned i = 0; i < SERVERS_MOST && servers->are_on; i++) {
		if (servers->items[i].socket >= 0)
			close(servers->items[i].socket);
	}
	if (servers->are_on) {
		strv_destroy(servers->argv);
		strv_destroy(servers->variables);
	}
	servers->are_on = false;
}
