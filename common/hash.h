/* SPDX-License-Identifier: GPL-3.0-or-later */
/* XXH64 with seed 0: the one hash of remt, also in stored formats. */
#ifndef COMMON_HASH_H
#define COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

uint64_t hash_bytes(const void *data, size_t size);
uint64_t hash_string(const char *text);
/* Hashes the file PATH, read in pieces. Anything but a regular file is an error. */
struct error *hash_file(const char *path, uint64_t *ret) MUST_CHECK;

/*
 * A hash over several pieces: hash_create(), any number of adds, then hash_take(), which returns
 * the hash and frees. A string is added with its NUL, so that "a", "bc" and "ab", "c" differ.
 * Integers are added little-endian.
 */
struct hash;
struct hash *hash_create(void) RETURNS_NONNULL MUST_CHECK;
void hash_add(struct hash *hash, const void *data, size_t size);
void hash_add_string(struct hash *hash, const char *text);
void hash_add_u64(struct hash *hash, uint64_t value);
uint64_t hash_take(struct hash *hash);

#define HASH_HEX_SIZE 17 /* 16 digits and a NUL */
/* Writes VALUE as 16 lower-case hex digits. */
void hash_to_hex(uint64_t value, char ret[HASH_HEX_SIZE]);

#endif
