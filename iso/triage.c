/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups findings by a key: a hash of the file, function and text of the negated conditions, of
 * their ordinal among equal ones in the function, and of the nature of the difference. Lines are
 * no part of the key, so that it stays when code moves.
 */
#include "iso/triage.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/destination.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/utf8.h"
#include "common/xalloc.h"
#include "iso/distance.h"

#define KEY_DIGITS 12

static const struct inventory_mutant *negation(const struct explore *explore, uint32_t pair)
{
	const struct side *new = explore->new;
	uint32_t branch = explore->isomorphism->pairs.items[pair].new;

	return &campaign_inventory(new->campaign)
			->mutants.items[new->branches.items.items[branch].negated];
}

/* Returns how many branches of the mutant's function that read the same come before it. */
static uint32_t count_before(const struct explore *explore, const struct inventory_mutant *mutant)
{
	const struct inventory *inventory = campaign_inventory(explore->new->campaign);
	uint32_t count = 0;

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		const struct inventory_mutant *other = &inventory->mutants.items[i];

		count += other->file == mutant->file && other->function == mutant->function &&
			 strcmp(other->replacement, mutant->replacement) == 0 &&
			 strcmp(other->op, mutant->op) == 0 &&
			 (other->line < mutant->line ||
			  (other->line == mutant->line && other->column < mutant->column));
	}
	return count;
}

static char *make_nature(const struct explore_finding *finding)
{
	struct strbuf text = { 0 };

	if (finding->differing & OBSERVED_BIT(OBSERVED_END)) {
		_cleanup_free_ char *old = observation_end(&finding->seen_old);
		_cleanup_free_ char *new = observation_end(&finding->seen_new);

		strbuf_addf(&text, "%s, then %s", old, new);
	}
	for (unsigned i = 0; i < NR_OBSERVED_TEXTS; i++) {
		if (finding->differing & OBSERVED_BIT(i))
			strbuf_addf(&text, "%s%s", text.length ? "; " : "", observed_name(i));
	}
	return strbuf_take(&text);
}

/* Returns the key of the finding; it has no lines, which change in later versions. */
static char *make_key(const struct explore *explore, const struct explore_finding *finding,
		      const char *nature)
{
	struct hash *hash = hash_create();
	char digits[HASH_HEX_SIZE];

	for (uint32_t i = 0; i < finding->variant.nr_pairs; i++) {
		const struct inventory_mutant *mutant =
			negation(explore, finding->variant.pairs[i]);

		hash_add_string(hash, mutant->file);
		hash_add_string(hash, mutant->function);
		hash_add_string(hash, mutant->replacement);
		hash_add_u64(hash, count_before(explore, mutant));
	}
	hash_add_string(hash, nature);
	hash_to_hex(hash_take(hash), digits);
	digits[KEY_DIGITS] = '\0';
	return xstrdup(digits);
}

static uint32_t find_distance(const struct explore *explore, const struct explore_finding *finding)
{
	const struct isomorphism *isomorphism = explore->isomorphism;
	uint32_t nearest = TRIAGE_FAR;

	for (uint32_t i = 0; i < finding->variant.nr_pairs; i++) {
		const struct inventory_mutant *mutant =
			negation(explore, finding->variant.pairs[i]);
		const struct inventory *inventory = isomorphism->new.inventory;
		const struct inventory_instance *instance =
			&inventory->instances.items[mutant->first_instance];
		uint32_t site = isomorphism_site(&isomorphism->new,
						 inventory->units.items[instance->unit].first_site +
							 instance->site);
		uint32_t block = site == PROGRAM_NONE ? PROGRAM_NONE
						      : isomorphism_block(&isomorphism->new, site);
		uint32_t distance = block == PROGRAM_NONE
					    ? TRIAGE_FAR
					    : distance_to_change(&isomorphism->changes, block);

		if (distance < nearest)
			nearest = distance;
	}
	return nearest;
}

static struct triage_group *find_group(struct triage *triage, const char *key)
{
	for (size_t i = 0; i < triage->groups.count; i++) {
		if (strcmp(triage->groups.items[i].key, key) == 0)
			return &triage->groups.items[i];
	}
	return NULL;
}

static void add_finding(struct triage *triage, uint32_t index)
{
	const struct explore_finding *finding = &triage->explore->findings.items[index];
	_cleanup_free_ char *nature = make_nature(finding);
	_cleanup_free_ char *key = make_key(triage->explore, finding, nature);
	struct triage_group *group = find_group(triage, key);

	if (!group) {
		group = vec_add(&triage->groups);
		group->key = xstrdup(key);
		group->nature = xstrdup(nature);
		group->distance = find_distance(triage->explore, finding);
	}
	if (!group->findings.count ||
	    (group->account.kind == ACCOUNT_CHANGE && finding->account.kind == ACCOUNT_SUSPECT))
		group->account = finding->account;
	group->is_explained |= finding->cause.nr_functions > 0;
	vec_push(&group->findings, index);
}

static uint32_t depth_of(const struct triage_group *group, const struct explore *explore)
{
	return explore->findings.items[group->findings.items[0]].variant.nr_pairs;
}

/*
 * Order of the groups: explained ones first; suspects before expected changes; then fewest
 * negations, nearest change, most tests, first finding.
 */
static int compare_groups(const void *a, const void *b, void *arg)
{
	const struct triage_group *x = a, *y = b;
	uint32_t depth_x = depth_of(x, arg), depth_y = depth_of(y, arg);

	if (x->is_explained != y->is_explained)
		return x->is_explained ? -1 : 1;
	if (x->account.kind != y->account.kind)
		return x->account.kind < y->account.kind ? -1 : 1;
	if (depth_x != depth_y)
		return depth_x < depth_y ? -1 : 1;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	if (x->findings.count != y->findings.count)
		return x->findings.count > y->findings.count ? -1 : 1;
	return (x->findings.items[0] > y->findings.items[0]) -
	       (x->findings.items[0] < y->findings.items[0]);
}

void triage_find(const struct explore *explore, struct triage *ret)
{
	*ret = (struct triage){ .explore = explore };
	for (uint32_t i = 0; i < explore->findings.count; i++)
		add_finding(ret, i);
	if (ret->groups.count)
		qsort_r(ret->groups.items, ret->groups.count, sizeof(*ret->groups.items),
			compare_groups, (void *)explore);
}

void triage_deinit(struct triage *triage)
{
	for (size_t i = 0; i < triage->groups.count; i++) {
		free(triage->groups.items[i].key);
		free(triage->groups.items[i].nature);
		vec_deinit(&triage->groups.items[i].findings);
	}
	vec_deinit(&triage->groups);
}

struct error *triage_read_keys(const char *path, char ***ret)
{
	json_error_t reason;
	json_t *root = json_load_file(path, 0, &reason);
	json_t *keys = json_object_get(root, "differences"), *item;
	size_t i;

	if (!json_is_array(keys)) {
		json_decref(root);
		return error_create(ERROR_UNUSABLE, "%s:%d: no list of known differences: %s", path,
				    reason.line > 0 ? reason.line : 1,
				    root ? "it has no array \"differences\"" : reason.text);
	}
	json_array_foreach(keys, i, item) {
		const char *key = json_string_value(json_object_get(item, "key"));

		if (key)
			strv_append(ret, key);
	}
	json_decref(root);
	return NULL;
}

void triage_mark_known(struct triage *triage, char *const *keys)
{
	for (size_t i = 0; i < triage->groups.count; i++)
		triage->groups.items[i].is_known = strv_contains(keys, triage->groups.items[i].key);
}

/* The keys alone are read again. */
static json_t *valid_string(const char *text)
{
	_cleanup_strbuf_ struct strbuf valid = { 0 };

	utf8_add(&valid, text, strlen(text));
	return json_stringn(strbuf_get(&valid), valid.length);
}

struct error *triage_write(const struct triage *triage, const char *path)
{
	json_t *root = json_object(), *keys = json_array();
	_cleanup_free_ char *text = NULL;

	for (size_t i = 0; i < triage_count_explained(triage); i++) {
		const struct triage_group *group = &triage->groups.items[i];
		const struct explore_finding *finding =
			&triage->explore->findings.items[group->findings.items[0]];
		const struct inventory_mutant *mutant =
			negation(triage->explore, finding->variant.pairs[0]);

		json_array_append_new(keys, json_pack("{ss so so ss}", "key", group->key, "file",
						      valid_string(mutant->file), "function",
						      valid_string(mutant->function), "nature",
						      group->nature));
	}
	json_object_set_new(root, "differences", keys);
	text = json_dumps(root, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	json_decref(root);
	if (!text)
		xalloc_die();
	return destination_write(path, text, strlen(text), 0);
}

bool triage_is_new(const struct triage_group *group)
{
	return group->is_explained && !group->is_known && group->account.kind != ACCOUNT_CHANGE;
}

size_t triage_count_new(const struct triage *triage)
{
	size_t count = 0;

	for (size_t i = 0; i < triage->groups.count; i++)
		count += triage_is_new(&triage->groups.items[i]);
	return count;
}

size_t triage_count_explained(const struct triage *triage)
{
	size_t count = 0;

	for (size_t i = 0; i < triage->groups.count; i++)
		count += triage->groups.items[i].is_explained;
	return count;
}

size_t triage_count_known(const struct triage *triage)
{
	size_t count = 0;

	for (size_t i = 0; i < triage->groups.count; i++)
		count += triage->groups.items[i].is_explained && triage->groups.items[i].is_known;
	return count;
}

size_t triage_count_accounts(const struct triage *triage, enum account_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < triage->groups.count; i++)
		count += triage->groups.items[i].is_explained &&
			 triage->groups.items[i].account.kind == kind;
	return count;
}
