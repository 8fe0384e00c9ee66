# SPDX-License-Identifier: GPL-3.0-or-later
"""check-json.py REPORT: is it what mutation-testing-report-schema 2.0 describes?

Prints each mutant with its line as the mutant would be, made from nothing but the report.  With
the schema's file in REMT_REPORT_SCHEMA and python3-jsonschema the report is validated as well.
"""
import json
import os
import re
import sys

STATUSES = {"Killed", "Survived", "NoCoverage", "CompileError", "RuntimeError", "Timeout", "Ignored", "Pending"}


def utf16(text):
    return text.encode("utf-16-le", "surrogatepass")


def offset(source, place):
    """Of a place in UTF-16 code units; lines end as in JavaScript."""
    starts = [0] + [m.end() for m in re.finditer("\r\n|[\n\r\u2028\u2029]", source)]
    return len(utf16(source[: starts[place["line"] - 1]])) // 2 + place["column"] - 1


def mutated(source, mutant):
    start = offset(source, mutant["location"]["start"])
    end = offset(source, mutant["location"]["end"])
    data = utf16(source)
    new = (data[: 2 * start] + utf16(mutant["replacement"]) + data[2 * end :]).decode("utf-16-le")
    return new.split("\n")[mutant["location"]["start"]["line"] - 1].strip()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    assert report["schemaVersion"] == "2.0"
    assert 0 <= report["thresholds"]["low"] <= report["thresholds"]["high"] <= 100
    tests = {t["id"]: t["name"] for f in report["testFiles"].values() for t in f["tests"]}
    seen = set()
    for path, file in report["files"].items():
        assert file["language"] and isinstance(file["source"], str)
        for mutant in file["mutants"]:
            assert mutant["status"] in STATUSES
            assert mutant["id"] not in seen
            seen.add(mutant["id"])
            covered = [tests[t] for t in mutant["coveredBy"]]
            killed = [tests[t] for t in mutant["killedBy"]]
            assert set(killed) <= set(covered)
            print(path, mutant["id"], mutant["mutatorName"], mutant["status"], mutant.get("statusReason", "-"),
                  ",".join(covered) or "-", ",".join(killed) or "-", mutated(file["source"], mutant), sep="|")
    if os.environ.get("REMT_REPORT_SCHEMA"):
        import jsonschema
        with open(os.environ["REMT_REPORT_SCHEMA"], encoding="utf-8") as file:
            jsonschema.validate(report, json.load(file))


main()
