/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SARIF 2.1.0: one result for each group of differences that is not known, at its first negated
 * condition.
 */
#include <jansson.h>
#include <stdio.h>

#include "cmd/iso.h"
#include "common/cleanup.h"
#include "common/strbuf.h"
#include "report/emit.h"

#define RULE "isomorphic-difference"

static json_t *location(const struct inventory_mutant *mutant)
{
	json_t *artifact = json_pack("{so}", "uri", emit_uri(mutant->file));

	if (mutant->file[0] != '/')
		json_object_set_new(artifact, "uriBaseId", json_string("ROOT"));
	if (!mutant->site_line)
		return json_pack("{s{so s{sI}}}", "physicalLocation", "artifactLocation", artifact,
				 "address", "absoluteAddress", (json_int_t)mutant->site_column);
	return json_pack("{s{so s{si si}}}", "physicalLocation", "artifactLocation", artifact,
			 "region", "startLine", (int)mutant->site_line, "endLine",
			 (int)mutant->site_end_line);
}

static char *describe(const struct iso_view *view, const struct triage_group *group)
{
	const struct explore *explore = view->explore;
	const struct explore_finding *finding = &explore->findings.items[group->findings.items[0]];
	struct strbuf text = { 0 };

	strbuf_adds(&text, "the old and the new version differ if ");
	for (uint32_t i = 0; i < finding->variant.nr_pairs; i++)
		strbuf_addf(&text, "%s%s", i ? " and " : "",
			    iso_negation(view, finding->variant.pairs[i])->replacement);
	strbuf_addf(&text, ": %s (test %s", group->nature,
		    explore->tests.items[finding->variant.test].name);
	if (group->findings.count > 1)
		strbuf_addf(&text, " and %zu more", group->findings.count - 1);
	strbuf_adds(&text, ")");
	if (group->account.kind != ACCOUNT_NONE)
		strbuf_addf(&text, "; %s: %s", account_name(group->account.kind),
			    group->account.why);
	return strbuf_take(&text);
}

static json_t *result(const struct iso_view *view, const struct triage_group *group)
{
	const struct explore_finding *finding =
		&view->explore->findings.items[group->findings.items[0]];
	json_t *locations = json_array();
	_cleanup_free_ char *text = describe(view, group);

	for (uint32_t i = 0; i < finding->variant.nr_pairs; i++)
		json_array_append_new(locations,
				      location(iso_negation(view, finding->variant.pairs[i])));
	return json_pack("{ss ss s{so} so s{ss}}", "ruleId", RULE, "level",
			 triage_is_new(group) ? "warning" : "note", "message", "text",
			 emit_string(text), "locations", locations, "partialFingerprints",
			 "remtDifference/v1", group->key);
}

void iso_print_sarif(const struct iso_view *view)
{
	json_t *results = json_array(), *root;

	for (size_t i = 0; i < view->triage->groups.count; i++) {
		const struct triage_group *group = &view->triage->groups.items[i];

		if (!group->is_known && (group->is_explained || view->args->explore.unexplained))
			json_array_append_new(results, result(view, group));
	}
	root = json_pack("{ss ss s[{s{s{ss ss s[{ss s{ss}}]}} s{s{so}} so}]}", "$schema",
			 "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
			 "runs", "tool", "driver", "name", "remt", "version", PACKAGE_VERSION,
			 "rules", "id", RULE, "shortDescription", "text",
			 "behind a negated condition both versions do not do the same",
			 "originalUriBaseIds", "ROOT", "uri",
			 emit_root_uri(campaign_inventory(view->explore->new->campaign)->root),
			 "results", results);
	emit_document(stdout, root);
}
