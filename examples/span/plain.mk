# SPDX-License-Identifier: GPL-3.0-or-later
# make -f plain.mk CFLAGS="-O2 -g $(remt cflags)" && remt run -- make -f plain.mk check
CC = cc
CFLAGS = -O2 -g
LIB = src/span.o src/stats.o
TESTS = tests/parse tests/format tests/stats

all: spans $(TESTS)

spans: src/main.o $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ src/main.o $(LIB)

src/main.o: src/main.c src/span.h src/stats.h
src/span.o: src/span.c src/span.h
src/stats.o: src/stats.c src/stats.h

.c.o:
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

tests/parse tests/format tests/stats: tests/check.h $(LIB)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -Isrc -o $@ $@.c $(LIB)

check: all
	tests/parse
	tests/format
	tests/stats
	tests/program.sh

clean:
	rm -f spans $(TESTS) src/*.o

.PHONY: all check clean
