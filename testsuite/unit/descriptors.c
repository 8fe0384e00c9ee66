/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/descriptors.h"
#include "unit.h"

static int sockets[2];

static void connect_both(void)
{
	CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets) == 0);
}

static int open_file(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0);
	return fd;
}

static bool is_same(int fd, int other)
{
	struct stat a, b;

	return fstat(fd, &a) == 0 && fstat(other, &b) == 0 && a.st_ino == b.st_ino;
}

/* Returns how many files this process has open. */
static unsigned nr_open(void)
{
	unsigned number = 0;

	for (int fd = 0; fd < 256; fd++)
		number += fcntl(fd, F_GETFD) >= 0;
	return number;
}

TEST(files_arrive_with_their_message_in_order)
{
	const int sent[3] = { open_file("a"), open_file("b"), open_file("c") };
	char message[8] = "";
	int got[3];
	unsigned number = 0;

	connect_both();
	CHECK(descriptors_send(sockets[0], "message", 8, sent, 3, 0));
	CHECK_INT(descriptors_receive(sockets[1], message, sizeof(message), got, 3, &number, 0), ==,
		  8);
	CHECK_STR(message, "message");
	CHECK_INT(number, ==, 3);
	for (unsigned i = 0; i < number; i++) {
		CHECK(is_same(got[i], sent[i]));
		CHECK_INT(fcntl(got[i], F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
	}
}

/* The room for three files is as large as that for four. */
TEST(files_beyond_the_capacity_are_closed)
{
	const int sent[4] = { open_file("a"), open_file("b"), open_file("c"), open_file("d") };
	int got[4] = { -1, -1, -1, -1 };
	unsigned number = 0, nr_before;
	char byte;

	connect_both();
	CHECK(descriptors_send(sockets[0], "x", 1, sent, 4, 0));
	nr_before = nr_open();
	CHECK_INT(descriptors_receive(sockets[1], &byte, 1, got, 3, &number, 0), ==, 1);
	CHECK_INT(number, ==, 3);
	CHECK_INT(got[3], ==, -1);
	CHECK_INT(nr_open(), ==, nr_before + 3);
}

TEST(a_message_without_files_has_none)
{
	int got[1];
	unsigned number = 7;
	char byte;

	connect_both();
	CHECK_INT(send(sockets[0], "x", 1, 0), ==, 1);
	CHECK_INT(descriptors_receive(sockets[1], &byte, 1, got, 1, &number, 0), ==, 1);
	CHECK_INT(number, ==, 0);
}

TEST(as_many_as_there_may_be_arrive)
{
	int sent[DESCRIPTORS_MOST], got[DESCRIPTORS_MOST];
	unsigned number = 0;
	char byte;

	for (unsigned i = 0; i < DESCRIPTORS_MOST; i++)
		sent[i] = open_file("a");
	connect_both();
	CHECK(descriptors_send(sockets[0], "x", 1, sent, DESCRIPTORS_MOST, MSG_DONTWAIT));
	CHECK_INT(descriptors_receive(sockets[1], &byte, 1, got, DESCRIPTORS_MOST, &number, 0), ==,
		  1);
	CHECK_INT(number, ==, DESCRIPTORS_MOST);
}

TEST(nothing_to_take_and_nobody_to_take_it_are_told)
{
	int fd = open_file("a");
	unsigned number = 7;
	char byte;

	connect_both();
	CHECK_INT(descriptors_receive(sockets[1], &byte, 1, &fd, 1, &number, MSG_DONTWAIT), ==, -1);
	CHECK_INT(errno, ==, EAGAIN);
	CHECK_INT(number, ==, 0);
	close(sockets[1]);
	CHECK(!descriptors_send(sockets[0], "x", 1, &fd, 1, 0));
	CHECK_INT(errno, ==, EPIPE);
}
