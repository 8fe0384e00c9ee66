# SPDX-License-Identifier: GPL-3.0-or-later
"""check-shown.py KIND FILE...: may what remt has written be shown?

KIND: text, github (workflow commands are meant), json, html, lines (what a test prints: "::" may stand behind a mark).
Each file is valid UTF-8, and has no control character but LF and TAB, nothing that changes the order of what is
shown, and no command of a service that runs tests.  JSON is read, and its strings are printed, one a line as in Python.
"""
import json
import re
import sys

HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)


def check(kind, name):
    with open(name, "rb") as file:
        text = file.read().decode("utf-8")
    assert kind == "html" or text, name + " is empty"
    if kind == "html":
        # The application's script is a program of others.
        head, script, text = re.split(r"</?script>", text, 2)
        text = head + text
        assert text.count("<script>") == text.count("</script>") == 1, name + ": scripts"
        text = text.replace("document.querySelector", "")
    for number, line in enumerate(text.split("\n"), 1):
        where = "%s:%d: %r" % (name, number, line[:300])
        assert not HIDDEN.search(line), where
        assert not re.search(r"##[a-z]*\[", line), where
        if kind == "github":
            assert not line or re.match("::(warning|notice) (file|title)=", line), where
        else:
            assert not line.strip().startswith("::"), where
    if kind == "json":
        for string in strings(json.loads(text)):
            print(repr(string))
    if kind == "html":
        for string in strings(json.loads(re.search(r"\.report = (.*);\n</script>", text, re.S).group(1))):
            print(repr(string))


for path in sys.argv[2:]:
    check(sys.argv[1], path)
