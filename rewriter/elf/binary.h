/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A binary: an executable, a shared library or an object as it lies in its file, and where its code
 * is. Nothing in it is moved: what is not patched stays byte for byte as it was.
 *
 *   binary_open()    reads the whole file; refuses what can't be understood
 *   … use …          a copy of its bytes is changed (rewriter/variant/patch.h)
 *   binary_close()
 */
#ifndef REWRITER_ELF_BINARY_H
#define REWRITER_ELF_BINARY_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/elf/spot.h"
#include "rewriter/machine/machine.h"

#define BINARY_ANY_SECTION UINT32_MAX

/* A section of code, or of data that is loaded from the file. */
struct binary_code {
	char *name;	  /* owned */
	uint32_t section; /* index of the section */
	uint64_t address; /* of its first byte; 0 in objects */
	uint64_t offset;  /* of its first byte in the file */
	uint64_t size;
	bool is_constant; /* nothing but the loader writes to it */
};

/* A function, or a part of one that has a symbol of its own (f.cold). */
struct binary_function {
	char *name;    /* owned; the name of its first symbol */
	uint32_t code; /* index in codes */
	uint64_t address;
	uint64_t size;
	bool is_unnamed; /* it has no symbol, and the name is made of the address */
};

/* A variable that has a symbol. */
struct binary_object {
	char *name; /* owned */
	struct spot spot;
	uint64_t size;
};

/* A fixup: bytes that the linker or the loader fills in. */
struct binary_fixup {
	uint64_t offset; /* of its first byte in the file */
	uint64_t size;
	enum fixup_kind kind;
	struct spot spot; /* set for FIXUP_ADDRESS and FIXUP_DISTANCE */
	char *symbol;	  /* name of the symbol, owned; NULL: it has none */
	int64_t addend;	  /* bytes from the symbol to what is filled in */
};

struct binary {
	char *path;
	unsigned char *data; /* the whole file */
	uint64_t size;
	uint16_t type;			       /* ET_EXEC, ET_DYN or ET_REL */
	uint16_t machine;		       /* EM_… */
	VEC(struct binary_code) codes;	       /* sections of code in the order of the file */
	VEC(struct binary_code) data_sections; /* sections of data; these may overlap */
	VEC(struct binary_function) functions; /* sorted by code and address, without overlaps */
	VEC(struct binary_object) objects;     /* sorted by spot */
	VEC(struct binary_fixup) fixups;       /* sorted by offset */
	uint64_t begin, end;  /* first address of what is loaded, and the one behind the last */
	uint64_t thread_size; /* bytes of the variables that each thread has, with alignment */
	uint64_t build_id_offset, build_id_size; /* in the file; 0: there is none */
	VEC(struct spot) labels; /* places in the code that others may jump to or call by name */
};

/*
 * Reads PATH. Refuses, with the reason: a file that is no regular file, or no ELF file of 64 bits
 * in the byte order of this machine; a damaged file; one whose code can be written while it runs;
 * one without code or functions. The caller ends *RET with binary_close().
 */
struct error *binary_open(const char *path, struct binary **ret) MUST_CHECK;
void binary_close(struct binary *binary);

/*
 * Returns the index of the code section that contains all SIZE bytes at ADDRESS. SECTION is its
 * number or BINARY_ANY_SECTION. UINT32_MAX: there is none.
 */
uint32_t binary_find_code(const struct binary *binary, uint32_t section, uint64_t address,
			  uint64_t size);

/* Returns the section of code or data that contains all SIZE bytes at SPOT, or NULL. */
const struct binary_code *binary_find_section(const struct binary *binary, struct spot spot,
					      uint64_t size);

/* True if the byte at OFFSET of the file is code. */
bool binary_is_code(const struct binary *binary, uint64_t offset);

/* Returns the fixup that begins at OFFSET of the file, or NULL. */
const struct binary_fixup *binary_find_fixup(const struct binary *binary, uint64_t offset);

/* Returns the variable that contains the byte at SPOT, or NULL. */
const struct binary_object *binary_find_object(const struct binary *binary, struct spot spot);

/*
 * True if the linker made the function as a stub. A stub calls another function through a pointer
 * that the loader fills in.
 */
bool binary_is_stub(const struct binary *binary, uint32_t function);

/* Returns false if a function has no symbol, as in stripped files. */
bool binary_has_names(const struct binary *binary);

/* Returns the index of the function that contains the byte at SPOT, or UINT32_MAX. */
uint32_t binary_find_function_at(const struct binary *binary, struct spot spot);

/*
 * Returns the index of the function that begins at ADDRESS, or UINT32_MAX. In objects ADDRESS
 * counts from the beginning of SECTION; elsewhere SECTION is ignored.
 */
uint32_t binary_find_function(const struct binary *binary, uint32_t section, uint64_t address);

/* Returns the number of the section that contains FUNCTION. */
static inline uint32_t binary_section(const struct binary *binary, uint32_t function)
{
	return binary->codes.items[binary->functions.items[function].code].section;
}

/* Returns ADDRESS in the section of FUNCTION as a spot. */
static inline struct spot binary_spot(const struct binary *binary, uint32_t function,
				      uint64_t address)
{
	return (struct spot){
		.section = binary->type == ET_REL ? binary_section(binary, function) : 0,
		.address = address,
	};
}

/* Returns the offset in the file of ADDRESS, which must lie in CODE. */
static inline uint64_t binary_offset(const struct binary_code *code, uint64_t address)
{
	return code->offset + (address - code->address);
}

/* True if the linker or the loader fills in any of the SIZE bytes at OFFSET of the file. */
bool binary_has_fixup(const struct binary *binary, uint64_t offset, uint64_t size);

#endif
