-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema of .remt/remt.db, described column by column in doc/FORMATS.md.
-- A change here needs a migration in store/migrate.c and a new STORE_FORMAT.

-- One campaign; the newest row is the current run.
CREATE TABLE run (
	key INTEGER PRIMARY KEY,
	command TEXT NOT NULL,
	root TEXT NOT NULL,
	preset TEXT NOT NULL,
	compiler TEXT NOT NULL,
	plan TEXT NOT NULL,
	started TEXT NOT NULL,
	finished TEXT NOT NULL,
	is_full INTEGER NOT NULL,
	oracle INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Identities, over all runs.
CREATE TABLE mutant (
	key INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE CHECK (length(id) = 12)
) STRICT;

CREATE TABLE test (
	key INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

-- Site tables of units, packed.
CREATE TABLE unit (
	uid INTEGER PRIMARY KEY,
	size INTEGER NOT NULL,
	content BLOB NOT NULL
) STRICT;

-- Functions that runs entered, packed.
CREATE TABLE entered (
	hash INTEGER PRIMARY KEY,
	size INTEGER NOT NULL,
	content BLOB NOT NULL
) STRICT;

-- Files that mutated runs named beyond those of their tests, packed.
CREATE TABLE extra (
	hash INTEGER PRIMARY KEY,
	size INTEGER NOT NULL,
	content BLOB NOT NULL
) STRICT;

-- Files that tests name.
CREATE TABLE input (
	key INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
) STRICT;

-- Texts that many cells share.
CREATE TABLE detail (
	key INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
) STRICT;

-- What was found out about the equivalence of mutants, by versions of units.
CREATE TABLE proof (
	mutant INTEGER NOT NULL REFERENCES mutant,
	uid INTEGER NOT NULL,
	method TEXT NOT NULL,
	kind INTEGER NOT NULL,
	units INTEGER NOT NULL,
	compiler INTEGER NOT NULL,
	flags INTEGER NOT NULL,
	object INTEGER NOT NULL,
	text INTEGER NOT NULL,
	made TEXT NOT NULL,
	PRIMARY KEY (mutant, uid, method)
) STRICT, WITHOUT ROWID;

-- What one run knew of them.
CREATE TABLE run_file (
	run INTEGER NOT NULL REFERENCES run,
	path TEXT NOT NULL,
	hash INTEGER NOT NULL,
	folded INTEGER NOT NULL,
	macro INTEGER NOT NULL,
	shape INTEGER NOT NULL,
	user INTEGER NOT NULL,
	PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_unit (
	run INTEGER NOT NULL REFERENCES run,
	uid INTEGER NOT NULL REFERENCES unit,
	source TEXT NOT NULL,
	PRIMARY KEY (run, uid)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_module (
	run INTEGER NOT NULL REFERENCES run,
	module INTEGER NOT NULL,
	path TEXT NOT NULL,
	linkage INTEGER NOT NULL,
	"foreign" TEXT NOT NULL,
	content INTEGER NOT NULL DEFAULT 0,
	resolution TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (run, module)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_link (
	run INTEGER NOT NULL REFERENCES run,
	module INTEGER NOT NULL,
	uid INTEGER NOT NULL REFERENCES unit,
	is_library INTEGER NOT NULL,
	PRIMARY KEY (run, module, uid)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_mutant (
	run INTEGER NOT NULL REFERENCES run,
	mutant INTEGER NOT NULL REFERENCES mutant,
	file TEXT NOT NULL,
	function TEXT NOT NULL,
	line INTEGER NOT NULL,
	column INTEGER NOT NULL,
	end_line INTEGER NOT NULL,
	end_column INTEGER NOT NULL,
	site_line INTEGER NOT NULL,
	site_column INTEGER NOT NULL,
	site_end_line INTEGER NOT NULL,
	site_end_column INTEGER NOT NULL,
	op TEXT NOT NULL,
	replacement TEXT NOT NULL,
	description TEXT NOT NULL,
	line_hash INTEGER NOT NULL,
	flags INTEGER NOT NULL,
	PRIMARY KEY (run, mutant)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_instance (
	run INTEGER NOT NULL REFERENCES run,
	mutant INTEGER NOT NULL REFERENCES mutant,
	uid INTEGER NOT NULL,
	site INTEGER NOT NULL,
	alternative INTEGER NOT NULL,
	function INTEGER NOT NULL,
	PRIMARY KEY (run, mutant, uid, site, alternative)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_test (
	run INTEGER NOT NULL REFERENCES run,
	test INTEGER NOT NULL REFERENCES test,
	harness TEXT NOT NULL,
	command TEXT NOT NULL,
	record TEXT NOT NULL,
	is_quarantined INTEGER NOT NULL,
	reason TEXT NOT NULL,
	cpu_us INTEGER NOT NULL,
	wall_us INTEGER NOT NULL,
	result INTEGER NOT NULL,
	changes INTEGER NOT NULL DEFAULT 0,
	oracle INTEGER NOT NULL DEFAULT 0,
	output_hash INTEGER NOT NULL DEFAULT 0,
	nr_processes INTEGER NOT NULL DEFAULT 0,
	was_killed INTEGER NOT NULL DEFAULT 0,
	has_trace INTEGER NOT NULL DEFAULT 0,
	refusal TEXT NOT NULL DEFAULT '',
	entered INTEGER NOT NULL DEFAULT 0,
	limits INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run, test)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_test_module (
	run INTEGER NOT NULL REFERENCES run,
	test INTEGER NOT NULL REFERENCES test,
	module INTEGER NOT NULL,
	PRIMARY KEY (run, test, module)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_reach (
	run INTEGER NOT NULL REFERENCES run,
	test INTEGER NOT NULL REFERENCES test,
	size INTEGER NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (run, test)
) STRICT;

CREATE TABLE run_test_input (
	run INTEGER NOT NULL REFERENCES run,
	test INTEGER NOT NULL REFERENCES test,
	input INTEGER NOT NULL REFERENCES input,
	use INTEGER NOT NULL,
	state INTEGER NOT NULL,
	PRIMARY KEY (run, test, input)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_stamp (
	run INTEGER NOT NULL REFERENCES run,
	input INTEGER NOT NULL REFERENCES input,
	use INTEGER NOT NULL,
	state INTEGER NOT NULL,
	device INTEGER NOT NULL,
	inode INTEGER NOT NULL,
	mode INTEGER NOT NULL,
	size INTEGER NOT NULL,
	modified_ns INTEGER NOT NULL,
	changed_ns INTEGER NOT NULL,
	is_settled INTEGER NOT NULL,
	PRIMARY KEY (run, input, use)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_meta (
	run INTEGER NOT NULL REFERENCES run,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

-- Millions of rows.  They come test by test, so the test leads the key and each
-- test appends; the rows of one mutant are found by one look-up per test.
CREATE TABLE cover (
	run INTEGER NOT NULL,
	test INTEGER NOT NULL,
	mutant INTEGER NOT NULL,
	first INTEGER NOT NULL,
	count INTEGER NOT NULL,
	is_before_main INTEGER NOT NULL,
	is_changing INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run, test, mutant)
) STRICT, WITHOUT ROWID;

-- Millions of rows, mutant by mutant.
CREATE TABLE cell (
	run INTEGER NOT NULL,
	mutant INTEGER NOT NULL,
	test INTEGER NOT NULL,
	verdict INTEGER NOT NULL CHECK (verdict BETWEEN 0 AND 7),
	mode INTEGER NOT NULL,
	wall_us INTEGER NOT NULL,
	detail INTEGER NOT NULL,
	origin INTEGER NOT NULL DEFAULT 0,
	entered INTEGER NOT NULL DEFAULT 0,
	extra INTEGER NOT NULL DEFAULT 0,
	shared INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run, mutant, test)
) STRICT, WITHOUT ROWID;
