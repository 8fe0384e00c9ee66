#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the includes of a tree against maint/layers: check-includes.py [TREE].

Complains about a folder with sources that the table does not name (and a named one that is not there), an include
that the table does not allow, a library's header outside its folder, and modules of one folder that include each
other in a circle that the table does not name.  A module is a header together with the .c, .cc and further headers that carry its name as
their beginning: plan.h, plan.c; split.h, split_frame.c, split_state.h.
"""
import os
import re
import sys

SOURCE = ('.c', '.h', '.cc')
# Not of the program: tests, examples and benchmarks include what they like.
OUTSIDE = ('testsuite', 'examples', 'maint', 'doc')
QUOTED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
ANY = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
LINE = re.compile(r'(library |circle )?([^:]+):(.*)$')


def read_table(path):
    """Returns ({folder: allowed folders}, [(regular expression, folders)], [sorted modules])."""
    folders, libraries, circles = {}, [], []
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            match = LINE.match(line)
            if not match:
                sys.exit(f'{path}:{number}: no "FOLDER: FOLDER..."')
            name, words = match.group(2).strip(), match.group(3).split()
            if match.group(1) == 'library ':
                libraries.append((name, words))
                continue
            if match.group(1):
                circles.append(sorted(os.path.join(name, word) for word in words))
                continue
            allowed = set()
            for word in words:
                if word.endswith('/*'):
                    allowed.update(f for f in folders if f.startswith(word[:-1]))
                elif word in folders:
                    allowed.add(word)
                else:
                    sys.exit(f'{path}:{number}: {word} does not stand above {name}')
            folders[name] = allowed | {name}
    return folders, libraries, circles


def find_sources(tree):
    """All sources of the program, below TREE, sorted."""
    found = []
    for top in sorted(os.listdir(tree)):
        if top in OUTSIDE or not re.match(r'[a-z]+$', top) or is_build(os.path.join(tree, top)):
            continue
        for where, subfolders, names in os.walk(os.path.join(tree, top)):
            subfolders.sort()
            found += [os.path.relpath(os.path.join(where, n), tree) for n in sorted(names) if n.endswith(SOURCE)]
    return found


def is_build(folder):
    return os.path.exists(os.path.join(folder, 'config.status'))


def folder_of(target, includer):
    """The folder of what INCLUDER's quoted include names, or None: a header of GCC."""
    if target.startswith('remt/'):
        return 'include/remt'
    if '/' not in target:
        return includer if os.path.exists(os.path.join(includer, target)) else None
    return None if target.startswith('c-family/') else os.path.dirname(target)


def check_folders(texts, folders):
    bad = []
    for path, text in texts.items():
        folder = os.path.dirname(path)
        if folder not in folders:
            continue
        for target in QUOTED.findall(text):
            other = folder_of(target, folder)
            if other and other not in folders[folder]:
                bad.append(f'{path}: {folder}/ may not include {target}')
    used = {os.path.dirname(path) for path in texts}
    bad += [f'{folder}/ has sources and no line in maint/layers' for folder in sorted(used - set(folders))]
    bad += [f'maint/layers names {folder}/, which has no sources' for folder in sorted(set(folders) - used)]
    return bad


def check_libraries(texts, libraries):
    bad = []
    for pattern, owners in libraries:
        for path, text in texts.items():
            if any(path.startswith(owner + '/') for owner in owners):
                continue
            bad += [f'{path}: {target} belongs to: {" ".join(owners)}'
                    for target in ANY.findall(text) if re.fullmatch(pattern, target)]
    return bad


def modules_of(paths):
    """{path: its module}: the shortest header's name that the file's own name begins with."""
    stems = {}
    for path in paths:
        if path.endswith('.h'):
            stems.setdefault(os.path.dirname(path), []).append(os.path.basename(path)[:-2])
    modules = {}
    for path in paths:
        stem = os.path.basename(path).rsplit('.', 1)[0]
        own = [s for s in stems.get(os.path.dirname(path), []) if stem == s or stem.startswith(s + '_')]
        modules[path] = os.path.join(os.path.dirname(path), min(own, key=len, default=stem))
    return modules


def find_circles(edges):
    """Strongly connected sets of more than one module (Tarjan 1972)."""
    index, low, stack, circles = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                circles.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in index:
            visit(node)
    return circles


def check_circles(texts, known):
    modules, edges = modules_of(texts), {}
    for path, text in texts.items():
        for target in QUOTED.findall(text):
            other = 'include/' + target if target.startswith('remt/') else target
            if other in modules and modules[other] != modules[path]:
                edges.setdefault(modules[path], set()).add(modules[other])
    found = find_circles(edges)
    return (['modules include each other: ' + ' '.join(circle) for circle in found if circle not in known] +
            ['maint/layers names a circle that is none: ' + ' '.join(circle) for circle in known if circle not in found])


def main():
    tree = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(sys.argv[0]), '..')
    os.chdir(tree)
    folders, libraries, circles = read_table('maint/layers')
    texts = {}
    for path in find_sources('.'):
        with open(path, encoding='utf-8') as file:
            texts[path] = file.read()
    bad = check_folders(texts, folders) + check_libraries(texts, libraries) + check_circles(texts, circles)
    for line in bad:
        print('includes:', line, file=sys.stderr)
    return 1 if bad else 0


sys.exit(main())
