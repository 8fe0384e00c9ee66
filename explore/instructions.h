/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instructions that functions are translated into (translate.h), as a table: name, and what run.c
 * does. D, A and B are the words at an instruction's slots, N is its number; d, a, b and c are the
 * fields themselves. `m` is the frame's memory.
 *
 * A name is built of an operation, the type that its result is brought to, and where the last operand
 * comes from: R a slot, I the number in the instruction.
 */
#ifndef EXPLORE_INSTRUCTIONS_H
#define EXPLORE_INSTRUCTIONS_H

#define MOVING_INSTRUCTIONS(X)                                                                     \
	X(MOVE, D = A)                                                                             \
	X(NUMBER, D.i = N)                                                                         \
	X(ADDRESS, D.p = m + N)                                                                    \
	X(THREAD, D.p = thread_address(pc)) /* of the symbol a in the unit N, for this thread */   \
	X(CHOOSE, D = A.i ? B : S(N))

/* Integers of up to 64 bits whose result has to be brought to its type. */
#define WRAPPED(X, name, op, type, c_type)                                                         \
	X(name##_##type##_R, D.i = (c_type)(A.u op B.u))                                           \
	X(name##_##type##_I, D.i = (c_type)(A.u op(uint64_t) N))
#define WRAPPED_TYPES(X, name, op)                                                                 \
	WRAPPED(X, name, op, S8, int8_t)                                                           \
	WRAPPED(X, name, op, U8, uint8_t)                                                          \
	WRAPPED(X, name, op, S16, int16_t)                                                         \
	WRAPPED(X, name, op, U16, uint16_t)                                                        \
	WRAPPED(X, name, op, S32, int32_t)                                                         \
	WRAPPED(X, name, op, U32, uint32_t)                                                        \
	WRAPPED(X, name, op, S64, int64_t)
#define WRAPPING_INSTRUCTIONS(X)                                                                   \
	WRAPPED_TYPES(X, ADD, +)                                                                   \
	WRAPPED_TYPES(X, SUB, -)                                                                   \
	WRAPPED_TYPES(X, MUL, *)                                                                   \
	WRAPPED_TYPES(X, SHL, <<)

/* Integers whose result is of the type already. */
#define CLOSED(X, name, op, member)                                                                \
	X(name##_R, D.member = A.member op B.member)                                               \
	X(name##_I, D.member = A.member op(__typeof__(A.member)) N)
#define CLOSED_INSTRUCTIONS(X)                                                                     \
	CLOSED(X, AND, &, u)                                                                       \
	CLOSED(X, OR, |, u)                                                                        \
	CLOSED(X, XOR, ^, u)                                                                       \
	CLOSED(X, SAR, >>, i)                                                                      \
	CLOSED(X, SHR, >>, u)                                                                      \
	CLOSED(X, DIVU, /, u)                                                                      \
	CLOSED(X, REMU, %, u)                                                                      \
	CLOSED(X, DIVS, /, i)                                                                      \
	CLOSED(X, REMS, %, i)                                                                      \
	/* as the processor does INT_MIN / -1 */                                                   \
	X(DIV_S32, D.i = (int32_t)A.i / (int32_t)B.i)                                              \
	X(REM_S32, D.i = (int32_t)A.i % (int32_t)B.i)

#define CONVERTING_INSTRUCTIONS(X)                                                                 \
	X(TO_S8, D.i = (int8_t)A.i)                                                                \
	X(TO_U8, D.i = (uint8_t)A.i)                                                               \
	X(TO_S16, D.i = (int16_t)A.i)                                                              \
	X(TO_U16, D.i = (uint16_t)A.i)                                                             \
	X(TO_S32, D.i = (int32_t)A.i)                                                              \
	X(TO_U32, D.i = (uint32_t)A.i)                                                             \
	X(SIGNED, D.i = (int64_t)(A.u << (64 - N)) >> (64 - N)) /* the lowest N bits */            \
	X(UNSIGNED, D.u = A.u << (64 - N) >> (64 - N))                                             \
	X(CONVERT, D = convert(&A, form_unpack((unsigned)N & 0xffff),                              \
			       form_unpack((unsigned)(N >> 16) & 0xffff)))                         \
	X(GENERIC, D = operate((enum remt_ir_operation)(N & 0xff), &A, &B,                         \
			       form_unpack((unsigned)(N >> 8) & 0xffff),                           \
			       form_unpack((unsigned)(N >> 24) & 0xffff), form_unpack(pc->c)))

/*
 * Comparisons, and branches by them, which end a block and count its statements: in N, or in b if N
 * is an operand. The fields d and c tell where to go.
 */
#define COMPARED(X, name, op, member)                                                              \
	X(name##_R, D.i = A.member op B.member)                                                    \
	X(name##_I, D.i = A.member op(__typeof__(A.member)) N)                                     \
	X(IF_##name##_R, COUNT(N); JUMP(A.member op B.member ? pc->d : pc->c))                     \
	X(IF_##name##_I, COUNT(pc->b); JUMP(A.member op(__typeof__(A.member)) N ? pc->d : pc->c))
#define COMPARING_INSTRUCTIONS(X)                                                                  \
	COMPARED(X, LTS, <, i)                                                                     \
	COMPARED(X, LES, <=, i)                                                                    \
	COMPARED(X, GTS, >, i)                                                                     \
	COMPARED(X, GES, >=, i)                                                                    \
	COMPARED(X, LTU, <, u)                                                                     \
	COMPARED(X, LEU, <=, u)                                                                    \
	COMPARED(X, GTU, >, u)                                                                     \
	COMPARED(X, GEU, >=, u)                                                                    \
	COMPARED(X, EQ, ==, i)                                                                     \
	COMPARED(X, NE, !=, i)

/*
 * Accesses to memory, by type and by address: CONSTANT is N itself, MEMORY in the frame's, SLOT
 * from A on; and each of these with INDEX, B times c. All access types of one address follow each other.
 */
#define ACCESS(X, type, c_type, member, mode, address)                                             \
	X(LOAD_##type##_##mode, D.member = LOAD(c_type, address))                                  \
	X(STORE_##type##_##mode, STORE(c_type, address, D.member))
#define ACCESSES(X, mode, address)                                                                 \
	ACCESS(X, S8, int8_t, i, mode, address)                                                    \
	ACCESS(X, U8, uint8_t, i, mode, address)                                                   \
	ACCESS(X, S16, int16_t, i, mode, address)                                                  \
	ACCESS(X, U16, uint16_t, i, mode, address)                                                 \
	ACCESS(X, S32, int32_t, i, mode, address)                                                  \
	ACCESS(X, U32, uint32_t, i, mode, address)                                                 \
	ACCESS(X, S64, int64_t, i, mode, address)                                                  \
	ACCESS(X, WIDE, wide, w, mode, address)                                                    \
	ACCESS(X, EXTENDED, long double, x, mode, address)                                         \
	X(LEA_##mode, D.p = address)
#define NR_ACCESSES 9
#define ACCESSING_INSTRUCTIONS(X)                                                                  \
	ACCESSES(X, CONSTANT, (char *)N)                                                           \
	ACCESSES(X, MEMORY, m + N)                                                                 \
	ACCESSES(X, SLOT, (char *)A.p + N)                                                         \
	ACCESSES(X, CONSTANT_INDEX, (char *)N + B.i * (int32_t)pc->c)                              \
	ACCESSES(X, MEMORY_INDEX, m + N + B.i * (int32_t)pc->c)                                    \
	ACCESSES(X, SLOT_INDEX, (char *)A.p + N + B.i * (int32_t)pc->c)                            \
	/* c bits from bit b on of the bytes at A, with their sign if N */                         \
	X(LOAD_BITS, D.u = read_bits(A.p, pc->b, pc->c, N))                                        \
	X(STORE_BITS, write_bits(A.p, pc->b, pc->c, D.u))                                          \
	X(COPY_BYTES, memmove(D.p, A.p, (size_t)N))                                                \
	X(CLEAR_BYTES, memset(D.p, 0, (size_t)N))

/* The field that counts statements is N, or d if N is needed. */
#define CONTROL_INSTRUCTIONS(X)                                                                    \
	X(GOTO, COUNT(N); JUMP(pc->d))                                                             \
	X(SWITCH, COUNT(pc->d); JUMP(find_case((const struct jump_table *)N, &A)))                 \
	X(JUMP_TO, COUNT(pc->d); JUMP(find_label((const struct jump_labels *)N, A.u)))             \
	X(RETURN, COUNT(N); *frame->result = A; return NULL)                                       \
	X(RETURN_OBJECT, COUNT(pc->d); return_object(frame, A.p, (size_t)N); return NULL)          \
	X(RETURN_NOTHING, COUNT(N); return NULL)                                                   \
	X(HALT, __builtin_trap())                                                                  \
	X(RESUME, JUMP(find_way((const struct resumption *)N, frame->block)))                      \
	X(AT, frame->block = (uint32_t)N) /* calls are in this block */                            \
	X(WATCH, path_watch((uint32_t)N)) /* c is the block */                                     \
	X(CALL, call_do(frame, (struct call_site *)N))                                             \
	X(BUILTIN, ((struct call_site *)N)->builtin(frame, (struct call_site *)N))                 \
	X(                                                                                         \
		SETJMP, if (!take_resumed(frame, pc)) {                                            \
			run_after_setjmp(frame, pc);                                               \
			return NULL;                                                               \
		}) /* A: the buffer; B: the second argument, if c is odd; c >> 1: the block */     \
	X(ALLOCA, D.u = ALIGNED(alloca(A.u + (size_t)N), (size_t)N))                               \
	X(STACK_SAVE, D.p = __builtin_stack_save())                                                \
	X(STACK_RESTORE, __builtin_stack_restore(A.p))

#define INSTRUCTIONS(X)                                                                            \
	MOVING_INSTRUCTIONS(X)                                                                     \
	WRAPPING_INSTRUCTIONS(X)                                                                   \
	CLOSED_INSTRUCTIONS(X)                                                                     \
	CONVERTING_INSTRUCTIONS(X)                                                                 \
	COMPARING_INSTRUCTIONS(X)                                                                  \
	ACCESSING_INSTRUCTIONS(X)                                                                  \
	CONTROL_INSTRUCTIONS(X)

enum instruction {
#define ENUMERATE(name, what) DO_##name,
	INSTRUCTIONS(ENUMERATE)
#undef ENUMERATE
		NR_INSTRUCTIONS
};

#endif
