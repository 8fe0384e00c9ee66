#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds remt and runs the tests that depend on the compiler for each GCC of other releases of Debian, in roots of
# their own.  As root, on a Debian with debootstrap.
#
#	check-gccs.sh [--quick] [--roots=DIR] [--build=DIR] [RELEASE:MAJOR,MAJOR...]...
#
# RELEASE: a release of Debian, MAJOR: the GCCs of it that are tested (default: trixie:14 sid:13,15,16).
# --roots: where the roots are kept between calls (default: /var/cache/remt-roots).  A root is made once and brought
# up to date when a package is missing.
# --build: where the logs go, test-suite-RELEASE-gcc-MAJOR.log (default: the working directory).
# --quick: the programs of testsuite/plugin at -O0 and -O2 and one run, without the collector forced.
# Exit status 1 if anything failed, or if a root could not be made; then there is no log of it.
set -eu
src=$(cd "$(dirname "$0")/.." && pwd -P)
roots=/var/cache/remt-roots
logs=$PWD
jobs=$(($(nproc) + 1))

say()
{
	printf '==> %s\n' "$*"
}

# ---- in the root

# install_missing PACKAGE...
install_missing()
{
	[ "$(dpkg-query -W -f '${Status}\n' "$@" 2>/dev/null | grep -c ' installed$')" -lt $# ] || return 0
	# A mirror may lag behind.
	apt-get -q -o Acquire::Check-Valid-Until=no update && apt-get -q -y install --no-install-recommends "$@"
}

# inside RELEASE TESTS FORCED MAJOR...
inside()
{
	release=$1 tests=$2 forced=$3
	shift 3
	wanted="make gcc g++ libc6-dev autoconf automake python3 patch procps util-linux valgrind"
	wanted="$wanted libelf-dev libdw-dev libdwarf-dev dwz libcapstone-dev libsqlite3-dev libjansson-dev libseccomp-dev libffi-dev libz3-dev libxxhash-dev libzstd-dev"
	gccs=
	for major; do
		wanted="$wanted gcc-$major g++-$major gcc-$major-plugin-dev"
		gccs="$gccs,gcc-$major"
	done
	# shellcheck disable=SC2086
	install_missing $wanted >/logs/install-$release.log 2>&1 || return 1
	# A log that stays empty is a failure.
	for major; do
		: >"/logs/test-suite-$release-gcc-$major.log"
	done
	cd /src
	./bootstrap >/logs/build-$release.log 2>&1
	mkdir -p /build
	cd /build
	/src/configure --quiet --with-elements=no --prefix=/build/prefix --with-gcc="${gccs#,}" \
		CFLAGS=-O1 CXXFLAGS=-O1 >>/logs/build-$release.log 2>&1
	# One after the other, as each makes what is missing of the libraries.
	make -s -j "$jobs" >>/logs/build-$release.log 2>&1
	make -s -j "$jobs" gcc-programs >>/logs/build-$release.log 2>&1
	for major; do
		FORCED=$forced TEST_GCC=gcc-$major make -s -j "$jobs" check-TESTS TESTS="\$($tests)" check_PROGRAMS= check_LIBRARIES= \
			TEST_SUITE_LOG="test-suite-$release-gcc-$major.log" </dev/null >/dev/null 2>&1 || :
		cp "test-suite-$release-gcc-$major.log" /logs/
	done
}

# ---- outside

# A debootstrap that was ended leaves its mounts.
remove_root()
{
	umount "$1/proc" "$1/sys" 2>/dev/null || :
	rm -rf --one-file-system "$1"
}

make_root()
{
	[ ! -e "$1/made" ] || return 0
	remove_root "$1"
	say "a root of $2 in $1"
	debootstrap --variant=minbase "$2" "$1" >"$logs/root-$2.log" 2>&1 || {
		remove_root "$1" && return 1
	}
	# Packages come the way they come here.
	cp /etc/resolv.conf "$1/etc/"
	for file in /etc/apt/apt.conf.d/*; do
		! grep -qi proxy "$file" || cp "$file" "$1/etc/apt/apt.conf.d/"
	done
	: >"$1/made"
}

# enter ROOT COMMAND...: runs it in ROOT as the root directory, with the sources in /src; unlike chroot, that allows user
# namespaces.  Everything that was mounted ends with it.
enter()
{
	ROOT=$1 SRC=$src LOGS=$logs
	export ROOT SRC LOGS
	shift
	unshare --mount --pid --fork --kill-child sh -c '
		set -e
		mount --make-rprivate /
		mount --bind "$ROOT" "$ROOT"
		cd "$ROOT"
		mkdir -p src build logs old
		mount -t tmpfs -o mode=1777 tmpfs tmp
		mount -t tmpfs tmpfs build
		mount -t tmpfs tmpfs src
		(cd "$SRC" && git ls-files -z --cached --others --exclude-standard 2>/dev/null | tar -cf - --null -T -) | tar -xf - -C src
		mount --bind "$LOGS" logs
		mount --rbind /dev dev
		mount -t proc proc proc
		pivot_root . old
		umount -l /old
		exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' sh "$@"
}

# One line per GCC.
show()
{
	for log in "$logs"/test-suite-*-gcc-*.log; do
		name=${log##*/test-suite-}
		printf '%-16s %s\n' "${name%.log}" "$("$src/testsuite/summary.sh" "$log" 2>&1)"
	done
}

main()
{
	tests=GCC_TESTS forced=yes
	for word; do
		case $word in
		--quick) tests=GCC_QUICK_TESTS forced=no ;;
		--roots=*) roots=${word#*=} ;;
		--build=*) logs=${word#*=} ;;
		-*) echo "check-gccs.sh: unknown option $word" >&2 && exit 2 ;;
		*) wanted="${wanted-} $word" ;;
		esac
	done
	[ "$(id -u)" -eq 0 ] || { echo "check-gccs.sh: roots are made by root alone" >&2 && exit 2; }
	command -v debootstrap >/dev/null || { echo "check-gccs.sh: debootstrap is missing (Debian package: debootstrap)" >&2 && exit 2; }
	mkdir -p "$roots" "$logs"
	rm -f "$logs"/test-suite-*-gcc-*.log
	for word in ${wanted-trixie:14 sid:13,15,16}; do
		release=${word%%:*}
		say "$release: GCC $(echo "${word#*:}" | tr , ' ')"
		# shellcheck disable=SC2046
		make_root "$roots/$release" "$release" &&
			enter "$roots/$release" sh /src/maint/check-gccs.sh --inside "$release" "$tests" "$forced" \
				$(echo "${word#*:}" | tr , ' ') || {
			say "$release failed; the logs are in $logs" && failed=yes
		}
	done
	show
	[ -z "${failed-}" ] && "$src/testsuite/summary.sh" "$logs"/test-suite-*-gcc-*.log >/dev/null
}

if [ "${1-}" = --inside ]; then
	shift
	inside "$@"
else
	main "$@"
fi
