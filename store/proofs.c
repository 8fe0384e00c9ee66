/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes and reads what was found out about the equivalence of mutants. A row is about one version of one unit, whatever
 * run it is in. A mutant is proven in a run if every unit of the run that has it, or is made of its file, is.
 */
#include <assert.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "remt/sites.h"
#include "remt/verdict.h"
#include "store/handle.h"

/* Finds the key of TEXT in `detail`; 0 of "". */
static struct error *text_key(struct store *store, const char *text, int64_t *ret)
{
	*ret = 0;
	if (!text || !text[0])
		return NULL;
	return store_identity_key(store, "SELECT key FROM detail WHERE text = ?",
				  "INSERT INTO detail (text) VALUES (?)", text, ret);
}

struct error *store_put_proof(struct store *store, const struct store_proof *proof)
{
	sqlite3_stmt *statement;
	int64_t compiler, flags, text;
	struct error *err = store_need_run(store);

	if (!err)
		err = text_key(store, proof->compiler, &compiler);
	if (!err)
		err = text_key(store, proof->flags, &flags);
	if (!err)
		err = text_key(store, proof->text, &text);
	if (!err)
		err = db_kept(
			store->db,
			"INSERT OR REPLACE INTO proof (mutant, uid, method, kind, units, compiler, flags, object,"
			" text, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
			&statement);
	if (err)
		return err;
	db_bind(statement, "iisiiiiii", proof->mutant, (int64_t)proof->uid, proof->method,
		(int64_t)proof->kind, (int64_t)proof->units, compiler, flags,
		(int64_t)proof->object, text);
	return db_write(store->db, statement);
}

struct error *store_renew_proof(struct store *store, const struct store_proof *proof)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(
			store->db,
			"UPDATE proof SET units = ? WHERE mutant = ? AND uid = ? AND method = ?",
			&statement);
	if (err)
		return err;
	db_bind(statement, "iiis", (int64_t)proof->units, proof->mutant, (int64_t)proof->uid,
		proof->method);
	return db_write(store->db, statement);
}

struct each_proof {
	struct error *(*each)(void *arg, const struct store_proof *proof);
	void *arg;
	uint64_t units; /* store_hash_units() */
	bool is_proven; /* Only whole proofs are given. */
};

/* A number from the store that is no kind is none. */
static enum store_proof_kind kind_of(int64_t value)
{
	return value == STORE_PROOF_EQUIVALENT || value == STORE_PROOF_BUT_UB
		       ? (enum store_proof_kind)value
		       : STORE_PROOF_NONE;
}

static struct error *give_proof(sqlite3_stmt *statement, void *arg)
{
	const struct each_proof *user = arg;
	const struct store_proof proof = {
		.mutant = sqlite3_column_int64(statement, 0),
		.uid = (uint64_t)sqlite3_column_int64(statement, 1),
		.method = db_text(statement, 2),
		.kind = kind_of(sqlite3_column_int64(statement, 3)),
		.units = (uint64_t)sqlite3_column_int64(statement, 4),
		.object = (uint64_t)sqlite3_column_int64(statement, 5),
		.made = db_text(statement, 6),
		.compiler = db_text(statement, 7),
		.flags = db_text(statement, 8),
		.text = db_text(statement, 9),
		.is_void = user->is_proven && sqlite3_column_int64(statement, 10) != 0,
	};

	/* That no other unit reads the file was found out about these units, and no others. */
	if (user->is_proven &&
	    (proof.kind == STORE_PROOF_NONE || (proof.units && proof.units != user->units)))
		return NULL;
	return user->each(user->arg, &proof);
}

#define PROOF_TEXTS                                                                                \
	" p.object, p.made, (SELECT text FROM detail WHERE key = p.compiler),"                     \
	" (SELECT text FROM detail WHERE key = p.flags), (SELECT text FROM detail WHERE key = p.text)"

struct error *store_each_proof(struct store *store,
			       struct error *(*each)(void *arg, const struct store_proof *),
			       void *arg)
{
	struct each_proof user = { .each = each, .arg = arg };

	return store_each_row(store,
			      "SELECT p.mutant, p.uid, p.method, p.kind, p.units," PROOF_TEXTS
			      " FROM run_unit u JOIN proof p ON p.uid = u.uid WHERE u.run = ?"
			      " ORDER BY p.mutant, p.method, p.uid",
			      0, give_proof, &user);
}

struct error *store_hash_units(struct store *store, uint64_t *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct hash *hash = hash_create();
	bool has_row = true;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_prepare(store->db, "SELECT uid FROM run_unit WHERE run = ? ORDER BY uid",
				 &statement);
	if (!err)
		db_bind(statement, "i", store->run);
	while (!err && has_row) {
		err = db_step(store->db, statement, &has_row);
		if (!err && has_row)
			hash_add_u64(hash, (uint64_t)sqlite3_column_int64(statement, 0));
	}
	*ret = hash_take(hash);
	if (!*ret)
		*ret = 1;
	return err;
}

/* The units that have a mutant of the run, or are made of its file. */
#define WITH_NEED                                                                                  \
	"WITH need(mutant, uid) AS (SELECT mutant, uid FROM run_instance WHERE run = ?1 UNION"     \
	" SELECT m.mutant, u.uid FROM run_mutant m"                                                \
	" JOIN run_unit u ON u.run = m.run AND u.source = m.file WHERE m.run = ?1)"

/* Their numbers are in what follows: stored numbers never change meaning. */
static_assert(VERDICT_KILLED_FAIL == 3 && VERDICT_KILLED_OUTPUT == 7 &&
		      STORE_PROOF_EQUIVALENT == 1 && REMT_MUTANT_MAY_TRAP == 1 &&
		      REMT_MUTANT_CONTROL == 2,
	      "the number of a query has changed");

/* Of mutants that one unit alone needs, this one. */
#define WITH_ALONE                                                                                 \
	", alone(mutant, uid) AS"                                                                  \
	" (SELECT mutant, min(uid) FROM need GROUP BY mutant HAVING count(*) = 1)"

/*
 * Mutants that are proven in all units that need them, each of which is made of the mutant's file, by proofs made beside
 * the units ?2, or any if one unit alone needs it: one of these units, and the weakest of the proofs.
 */
#define WITH_WHOLE                                                                                 \
	", needed(mutant, nr) AS (SELECT mutant, count(*) FROM need GROUP BY mutant)"              \
	", whole(mutant, method, uid, kind) AS"                                                    \
	" (SELECT n.mutant, p.method, min(n.uid), max(p.kind) FROM need n"                         \
	" JOIN needed d ON d.mutant = n.mutant"                                                    \
	" JOIN proof p ON p.mutant = n.mutant AND p.uid = n.uid AND p.kind IN (1, 2)"              \
	" AND (p.units = ?2 OR (p.units = 0 AND d.nr = 1))"                                        \
	" JOIN run_mutant m ON m.run = ?1 AND m.mutant = n.mutant"                                 \
	" JOIN run_unit u ON u.run = ?1 AND u.uid = n.uid AND u.source = m.file"                   \
	" GROUP BY n.mutant, p.method HAVING count(*) = max(d.nr))"

/*
 * The units with a mutant that is proven equivalent, and killed. Of what may trap, the compiler's proof says nothing: it
 * may remove what the instrumented program executes.
 */
#define WITH_VOID                                                                                  \
	", void(uid) AS (SELECT DISTINCT n.uid FROM whole w"                                       \
	" JOIN need n ON n.mutant = w.mutant"                                                      \
	" JOIN run_mutant m ON m.run = ?1 AND m.mutant = w.mutant"                                 \
	" WHERE w.kind = 1 AND NOT (m.flags & 1 AND w.method = 'compiler')"                        \
	" AND EXISTS (SELECT 1 FROM cell c JOIN run_test t ON t.run = ?1 AND t.test = c.test"      \
	" WHERE c.run = ?1 AND c.mutant = w.mutant AND c.verdict IN (3, 4)"                        \
	" AND NOT t.is_quarantined))"

struct error *store_each_proven(struct store *store,
				struct error *(*each)(void *arg, const struct store_proof *),
				void *arg)
{
	struct each_proof user = { .each = each, .arg = arg, .is_proven = true };
	struct error *err = store_hash_units(store, &user.units);

	if (err)
		return err;
	/* A mutant that units have which are made of other files, as one in a header, is never given. */
	return store_each_row(
		store,
		WITH_NEED WITH_WHOLE WITH_VOID
		" SELECT p.mutant, p.uid, p.method, w.kind, p.units," PROOF_TEXTS
		", EXISTS (SELECT 1 FROM need n JOIN void v ON v.uid = n.uid WHERE n.mutant = p.mutant)"
		" FROM whole w JOIN proof p"
		" ON p.mutant = w.mutant AND p.uid = w.uid AND p.method = w.method"
		" ORDER BY p.mutant, w.kind, p.method",
		(int64_t)user.units, give_proof, &user);
}

static struct error *give_probable(sqlite3_stmt *statement, void *arg)
{
	const struct each_proof *user = arg;
	const struct store_proof proof = {
		.mutant = sqlite3_column_int64(statement, 0),
		.units = (uint64_t)sqlite3_column_int64(statement, 1),
		.method = "region",
		.made = "",
		.compiler = db_text(statement, 2),
		.flags = "",
		.text = db_text(statement, 3),
	};

	return proof.units && proof.units != user->units ? NULL : user->each(user->arg, &proof);
}

struct error *store_each_probable(struct store *store,
				  struct error *(*each)(void *arg, const struct store_proof *),
				  void *arg)
{
	struct each_proof user = { .each = each, .arg = arg };
	struct error *err = store_hash_units(store, &user.units);

	if (err)
		return err;
	return store_each_row(
		store,
		WITH_NEED
		" SELECT n.mutant, max(p.units), max(c.text), min(d.text)"
		" FROM need n LEFT JOIN proof p ON p.mutant = n.mutant AND p.uid = n.uid"
		" AND p.method = 'region' AND p.kind = 0"
		" LEFT JOIN detail d ON d.key = p.text AND (d.text GLOB '" STORE_PROBABLY ": *'"
		" OR d.text GLOB '" STORE_PROBABLY_BUT_UB ": *')"
		" LEFT JOIN detail c ON c.key = p.compiler"
		" GROUP BY n.mutant HAVING count(*) = count(d.text) AND count(DISTINCT p.units) = 1"
		" ORDER BY n.mutant",
		0, give_probable, &user);
}

struct each_duplicate {
	struct error *(*each)(void *arg, const struct store_duplicate *duplicate);
	void *arg;
};

static struct error *give_duplicate(sqlite3_stmt *statement, void *arg)
{
	const struct each_duplicate *user = arg;
	const struct store_duplicate duplicate = {
		.mutant = sqlite3_column_int64(statement, 0),
		.first = db_text(statement, 1),
	};

	return user->each(user->arg, &duplicate);
}

struct error *store_each_duplicate(struct store *store,
				   struct error *(*each)(void *arg, const struct store_duplicate *),
				   void *arg)
{
	struct each_duplicate user = { each, arg };
	uint64_t units;
	struct error *err = store_hash_units(store, &units);

	if (err)
		return err;
	return store_each_row(
		store,
		WITH_NEED WITH_ALONE WITH_WHOLE WITH_VOID
		", same(mutant, first, nr) AS (SELECT p.mutant, first_value(i.id) OVER place, count(*) OVER object"
		" FROM alone a JOIN proof p ON p.mutant = a.mutant AND p.uid = a.uid"
		" AND p.method = 'compiler' AND p.kind = 0 AND p.object != 0 AND p.units = ?2"
		" JOIN mutant i ON i.key = a.mutant"
		" JOIN run_mutant m ON m.run = ?1 AND m.mutant = a.mutant AND NOT m.flags & 3"
		" JOIN run_unit u ON u.run = ?1 AND u.uid = a.uid AND u.source = m.file"
		" WHERE a.uid NOT IN (SELECT uid FROM void)"
		" WINDOW object AS (PARTITION BY p.uid, p.object, p.compiler, p.flags),"
		" place AS (object ORDER BY m.line, m.column, m.op, i.id))"
		" SELECT mutant, first FROM same WHERE nr > 1 ORDER BY mutant",
		(int64_t)units, give_duplicate, &user);
}
