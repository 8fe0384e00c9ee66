/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A binary: an executable, a shared library or an object as it lies in its file, and where in it
 * the code is.  Nothing of it is moved: what is not patched stays byte for byte as it was.
 *
 *   binary_open()   the file, whole; refuses what can't be understood
 *   ...             its bytes are changed in place (rewriter/patch.h)
 *   binary_close()
 */
#ifndef REWRITER_BINARY_H
#define REWRITER_BINARY_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/spot.h"

#define BINARY_ANY_SECTION UINT32_MAX

/* A section of code, or of data that the file holds and that is loaded. */
struct binary_code {
	char *name;	  /* owned */
	uint32_t section; /* index */
	uint64_t address; /* of its first byte; in objects 0 */
	uint64_t offset;  /* in the file */
	uint64_t size;
	bool is_constant; /* nothing is written to it, but by the loader */
};

/* A function, or a part of one that has a symbol by itself (f.cold). */
struct binary_function {
	char *name;    /* owned; that of the first symbol there is */
	uint32_t code; /* index into the codes */
	uint64_t address;
	uint64_t size;
	bool is_unnamed; /* the name is made of the address */
};

/* A variable that has a symbol. */
struct binary_object {
	char *name; /* owned */
	struct spot spot;
	uint64_t size;
};

enum fixup_kind {
	FIXUP_ADDRESS,	/* what is filled in is the address of SPOT */
	FIXUP_DISTANCE, /* the distance to SPOT, from where it is filled in */
	FIXUP_SYMBOL,	/* the one or the other, of a symbol that is elsewhere */
	FIXUP_OTHER,
};

/* Bytes that the linker or the loader fills in. */
struct binary_fixup {
	uint64_t offset; /* in the file */
	uint64_t size;
	enum fixup_kind kind;
	struct spot spot; /* of the first two kinds */
	char *symbol;	  /* the name, if there is one; owned */
	int64_t addend;	  /* how far behind the symbol */
};

struct binary {
	char *path;
	unsigned char *data; /* the whole file */
	uint64_t size;
	uint16_t type;				 /* ET_EXEC, ET_DYN or ET_REL */
	uint16_t machine;			 /* EM_… */
	VEC(struct binary_code) codes;		 /* in the order of the sections */
	VEC(struct binary_code) data_sections;	 /* of data; the same, but they may overlap */
	VEC(struct binary_function) functions;	 /* by code and address; they do not overlap */
	VEC(struct binary_object) objects;	 /* by spot */
	VEC(struct binary_fixup) fixups;	 /* by offset */
	uint64_t begin, end;			 /* addresses of what is loaded */
	uint64_t thread_size;			 /* of the variables that each thread has */
	uint64_t build_id_offset, build_id_size; /* in the file; 0: there is none */
	VEC(struct spot) labels; /* in the code, which others may jump to or call by their names */
};

/* Reads PATH.  Refused, with the reason: what is no ELF file of 64 bits in this machine's order, is
 * damaged, or has no code or no functions. */
struct error *binary_open(const char *path, struct binary **ret) MUST_CHECK;
void binary_close(struct binary *binary);

/* Index of the code that has all SIZE bytes at ADDRESS, and is section SECTION;
 * UINT32_MAX: none has. */
uint32_t binary_find_code(const struct binary *binary, uint32_t section, uint64_t address,
			  uint64_t size);

/* The section of code or data that has all SIZE bytes at SPOT; NULL: none has. */
const struct binary_code *binary_find_section(const struct binary *binary, struct spot spot,
					      uint64_t size);

/* True if that byte of the file is code. */
bool binary_is_code(const struct binary *binary, uint64_t offset);

/* The fixup that begins at OFFSET of the file; NULL: none does. */
const struct binary_fixup *binary_find_fixup(const struct binary *binary, uint64_t offset);

/* The variable that has the byte at SPOT; NULL: none has. */
const struct binary_object *binary_find_object(const struct binary *binary, struct spot spot);

/* True if the linker made the function, to call others through pointers that the loader fills in.
 */
bool binary_is_stub(const struct binary *binary, uint32_t function);

/* False: some functions are without a symbol, as in stripped files. */
bool binary_has_names(const struct binary *binary);

/* Index of the function that has the byte at SPOT; UINT32_MAX: none has. */
uint32_t binary_find_function_at(const struct binary *binary, struct spot spot);

/* Index of the function that begins at ADDRESS, which in objects counts from the SECTION;
 * UINT32_MAX: there is none. */
uint32_t binary_find_function(const struct binary *binary, uint32_t section, uint64_t address);

/* The section that function number FUNCTION is in. */
static inline uint32_t binary_section(const struct binary *binary, uint32_t function)
{
	return binary->codes.items[binary->functions.items[function].code].section;
}

/* ADDRESS of that function's section as a spot. */
static inline struct spot binary_spot(const struct binary *binary, uint32_t function,
				      uint64_t address)
{
	return (struct spot){
		.section = binary->type == ET_REL ? binary_section(binary, function) : 0,
		.address = address,
	};
}

/* Where in the file the SIZE bytes at ADDRESS of CODE are; they are in it. */
static inline uint64_t binary_offset(const struct binary_code *code, uint64_t address)
{
	return code->offset + (address - code->address);
}

/* True if the linker or the loader fills in some of these bytes of the file. */
bool binary_has_fixup(const struct binary *binary, uint64_t offset, uint64_t size);

#endif
