/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Open files that a process of a script shares with its parent. What a run that was split off does
 * to their offsets must happen to the copy of the parent, too. The run sends us its descriptors
 * when it begins. We read the offsets when it has ended, however it ended.
 */
#include <fcntl.h>
#include <unistd.h>

#include "common/hash.h"
#include "runner/split/split_state.h"

void shared_ask(struct split *split, const struct shared_pairs *pairs)
{
	struct split_frame *frame = split_top(split);
	struct remt_session *session = split->state->session;

	session->nr_shared = frame->nr_shared = pairs->count;
	for (unsigned i = 0; i < pairs->count; i++) {
		session->shared[i] = pairs->items[i].own;
		frame->shared[i] = (struct split_shared){ .fd = pairs->items[i].parents,
							  .held = -1,
							  .is_awaited = true };
	}
}

void shared_ask_run(struct split *split, pid_t pid)
{
	struct split_frame *frame = split_top(split), *below = frame - 1;
	struct remt_session *session = split->state->session;

	if (split->depth == 2) {
		shared_ask(split, &split->script->ancestors.shared[0]);
		return;
	}
	/* The files of the run below are not those of its parent, but stand for them. */
	session->nr_shared = 0;
	frame->nr_shared = below->nr_shared;
	for (unsigned i = 0; i < below->nr_shared; i++) {
		int held = below->shared[i].held;
		int fd = held >= 0 ? ancestors_find_fd(pid, held) : -1;

		frame->shared[i] = below->shared[i];
		frame->shared[i].held = -1;
		if (held >= 0) {
			frame->shared[i].offset = lseek(held, 0, SEEK_CUR);
			frame->shared[i].flags = fcntl(held, F_GETFL);
		}
		if (fd >= 0) {
			frame->shared[i].is_awaited = true;
			session->shared[session->nr_shared++] = fd;
		}
	}
}

void shared_take(struct split *split, const int *fds, unsigned count)
{
	struct split_frame *frame = split_top(split);
	unsigned taken = 0;

	for (unsigned i = 0; i < frame->nr_shared && taken < count; i++) {
		if (frame->shared[i].is_awaited)
			frame->shared[i].held = fds[taken++];
		frame->shared[i].is_awaited = false;
	}
	while (taken < count)
		close(fds[taken++]);
}

void shared_close(struct split_frame *frame)
{
	for (unsigned i = 0; i < frame->nr_shared; i++) {
		if (frame->shared[i].held >= 0)
			close(frame->shared[i].held);
	}
	frame->nr_shared = 0;
}

void shared_end(struct split_frame *frame)
{
	for (unsigned i = 0; i < frame->nr_shared; i++) {
		if (frame->shared[i].held < 0)
			continue;
		frame->shared[i].offset = lseek(frame->shared[i].held, 0, SEEK_CUR);
		frame->shared[i].flags = fcntl(frame->shared[i].held, F_GETFL);
		close(frame->shared[i].held);
		frame->shared[i].held = -1;
	}
}

uint64_t shared_hash(const struct split_frame *frame)
{
	struct hash *hash = hash_create();

	for (unsigned i = 0; i < frame->nr_shared; i++) {
		hash_add_u64(hash, (uint64_t)frame->shared[i].fd);
		hash_add_u64(hash, (uint64_t)frame->shared[i].offset);
		hash_add_u64(hash, (uint64_t)frame->shared[i].flags);
	}
	return hash_take(hash);
}

void shared_tell(struct remt_session *session, const struct split_frame *frame)
{
	session->nr_moved = frame->nr_shared;
	for (unsigned i = 0; i < frame->nr_shared; i++)
		session->moved[i] = (struct remt_offset){
			.fd = frame->shared[i].fd,
			.flags = frame->shared[i].flags,
			.offset = frame->shared[i].offset,
		};
}
