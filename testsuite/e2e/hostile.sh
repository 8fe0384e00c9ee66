# SPDX-License-Identifier: GPL-3.0-or-later
# For hostile-*.test: a project whose one mutant is hostile (hostile.c), and runs of it in namespaces of their own.
#
#	hostile_build			makes ./top/project
#	hostile_run OPTIONS -- NAME=VERDICT...	runs the mutant with these tests; each cell has its verdict, and nothing
#					else has changed.  $hostile_user: a prefix that becomes another user.

hostile_user=
# None of these may meet the processor's limit first while the machine is busy: --min-timeout.
hostile_acts='bomb-forks=memory bomb-memory=memory flood-output=output close-all=survived leave-daemon=survived'
# These need a view or a PID namespace.
hostile_acts_outside='fill-disk=output remove-trees=survived kill-all=survived kill-others=survived
	write-outside=survived change-outside=survived set-clock=survived'
# These meet the limit of the processor, the last two the clock, which takes a minute, or more on a busy machine.
hostile_acts_endless='spin=timeout deny-tracing=timeout block-signals=timeout stop-itself=timeout deadlock=timeout'

hostile_build()
{
	mkdir top top/project
	echo kept >top/file
	(cd top/project && $TARGET_GCC -O1 -D_GNU_SOURCE -pthread $(instrument) -o hostile \
		"$top_srcdir/testsuite/e2e/hostile.c")
	cat >inner.sh <<-'EOF'
		# In PID and mount namespaces of our own: what is not contained can reach no more than this.
		mount -t tmpfs none /mnt
		mount -t tmpfs none /dev/shm && chmod 1777 /dev/shm
		mount -t tmpfs none /run && chmod 1777 /run
		(umask 0 && mkdir $VICTIM_DIR && echo kept >$VICTIM_DIR/file)
		sleep 1000 &
		VICTIM_PID=$!
		export VICTIM_PID
		cd top/project
		$hostile_user "$REMT" run --root=. --store=../../store "$@"
		status=$?
		kill $VICTIM_PID || exit 90
		wait
		# This shell, and ps.
		ps -eo pid,stat,args >../../processes
		find /dev/shm /run /mnt -mindepth 1 -printf '%p %m\n' | sort >../../left
		cat $VICTIM_DIR/file >>../../left
		exit $status
	EOF
	VICTIM_DIR=/mnt/victims
	VICTIM_DIRS=". .. / /tmp /var/tmp /dev/shm /run /etc $HOME $VICTIM_DIR"
	export hostile_user VICTIM_DIR VICTIM_DIRS
}

# hostile_look FILE: all that must stay as it is.
hostile_look()
{
	find top -exec stat -c '%n %a %s %Y' {} + | sort >"$1"
	find top -type f -exec cksum {} + | sort >>"$1"
	find / /tmp /var/tmp /etc "$HOME" -maxdepth 1 -name '*remt-hostile*' >>"$1"
}

hostile_run()
{
	hostile_options=
	while [ "$1" != -- ]; do
		hostile_options="$hostile_options $1"
		shift
	done
	shift
	: >top/project/tests.list
	: >verdicts.exp
	for hostile_test; do
		echo "${hostile_test%=*}: ./hostile ${hostile_test%=*}" >>top/project/tests.list
		echo "${hostile_test%=*} ${hostile_test#*=}" >>verdicts.exp
	done
	rm -rf store
	mkdir -m 777 store
	hostile_look before
	ok contained sh inner.sh --full --jobs=5 --function=guarded --operators='ORRN:!=:true' \
		$hostile_options --tests=tests.list
	hostile_look after
	diff -u before after >&2 || fail "something outside was changed"
	[ "$(wc -l <processes)" -eq 3 ] || fail "processes are left: $(cat processes)"
	match_exp left <<-EOF
		/mnt/victims 777
		/mnt/victims/file 666
		kept
	EOF
	hostile_verdicts >verdicts
	sort -o verdicts.exp verdicts.exp
	diff -u verdicts.exp verdicts >&2 || fail "wrong verdicts"
}

# TEST VERDICT, a line each, of all cells.
hostile_verdicts()
{
	python3 - store/remt.db <<-'EOF'
		import sqlite3, sys
		names = {0: "unknown", 2: "survived", 3: "fail", 4: "crash", 5: "timeout", 6: "memory", 7: "output"}
		db = sqlite3.connect(sys.argv[1])
		for test, verdict in db.execute("select t.name, c.verdict from cell c join test t on t.key = c.test order by 1"):
		    print(test, names[verdict])
	EOF
}
