/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -pthread -std=gnu11 */
/* Static locals, thread-local and atomic objects, volatile, threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Thread_local int own = 3;
static _Atomic int shared;
static atomic_uint flags;
static volatile int seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long guarded;

static int counter(void)
{
	static int count = 5;

	return ++count; /* site: Oido */
}

static void *work(void *argument)
{
	int n = *(int *)argument;

	for (int i = 0; i < 1000; i++) { /* site: ORRN:<:!= */
		shared++;
		shared += 2;
		own += n;
		atomic_fetch_or(&flags, 1u << (n & 7));
		pthread_mutex_lock(&lock);
		guarded += i % 3; /* site: OAAN */
		pthread_mutex_unlock(&lock);
	}
	*(int *)argument = own;
	return NULL;
}

static int watched(int n)
{
	seen = n;
	seen += 2;
	seen++;
	if (seen > 4 && seen != 9)
		seen *= seen;
	return seen;
}

static int atomic_local(int n)
{
	_Atomic long total = 1;

	total *= n;
	total--;
	return total == 5 ? 50 : total;
}

int main(void)
{
	pthread_t threads[3];
	int results[3];

	for (int i = 0; i < 3; i++) {
		results[i] = i + 1;
		if (pthread_create(&threads[i], NULL, work, &results[i]))
			return 1;
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d %u %ld %d\n", shared, flags, guarded, own);
	printf("%d %d %d\n", results[0], results[1], results[2]);
	printf("%d %d %d %d\n", counter() + counter() * 10, watched(3), atomic_local(6), atomic_local(7));
	return 0;
}
