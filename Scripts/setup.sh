# shellcheck shell=bash
# Sourced by the scripts that build: makes sure of Swift and, on Linux, of SQLite's header, which GRDB compiles against.

say() { printf '%s\n' "$*" >&2; }

stop() {
    say "$@"
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

require_swift() {
    have swift || stop "There is no swift on the PATH. Install Swift 6.2 or newer: https://www.swift.org/install"
    local version
    version=$(swift --version 2>/dev/null || true)
    [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || stop "swift --version does not tell a version."
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if ((major < 6 || (major == 6 && minor < 2))); then
        stop "Swift $major.$minor is too old; 6.2 or newer is needed: https://www.swift.org/install"
    fi
}

has_sqlite() { [[ -e /usr/include/sqlite3.h ]] || clang -fsyntax-only -x c - <<<'#include <sqlite3.h>' >/dev/null 2>&1; }

require_sqlite() {
    local root=()
    has_sqlite && return
    say "SQLite's header is missing; installing it."
    if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
    if have apt-get; then
        "${root[@]}" sh -c 'apt-get update && apt-get install -y libsqlite3-dev' >&2 || true
    elif have dnf; then
        "${root[@]}" dnf install -y sqlite-devel >&2 || true
    fi
    has_sqlite || stop "sqlite3.h is missing. Debian and Ubuntu have it in libsqlite3-dev, Fedora and RHEL in sqlite-devel."
}

# Makes a Python with Apple's server library by pip, if there is none yet, and prints its path.
make_apple_python() {
    local venv=.build/apple-client
    if [[ ! -x $venv/bin/python ]]; then
        python3 -m venv "$venv" >&2
        "$venv/bin/pip" install --quiet app-store-server-library==3.1.2 >&2
    fi
    echo "$PWD/$venv/bin/python"
}

# Finds the last build of a checkout: sets `products` to its folder, `triple` to its target, and `module_maps` to the
# options by which a compiler finds the C modules below ours, which packages bring or the build wrote.
# shellcheck disable=SC2034
find_build() {
    local map
    products=$(cd "$1" && swift build --show-bin-path)
    triple=$(swift -print-target-info | sed -nE 's/^ *"triple": "([^"]*)".*/\1/p' | head -n 1)
    module_maps=()
    while IFS= read -r map; do
        module_maps+=(-Xcc "-fmodule-map-file=$map")
        # What plugins were built with is there twice.
    done < <(find "$1"/.build/checkouts/*/{Sources,CSystemLinux} "$products" \
        -name module.modulemap ! -path '*-tool.build/*' 2>/dev/null)
}

# SwiftPM passes traits to the compiler in the order of a set. Another order in the next run would
# compile the package again.
export SWIFT_DETERMINISTIC_HASHING=1

# Swift Testing starts all tests at once. On a busy machine the first would end after minutes, and
# limits of time would mean nothing.
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((2 * processors))

require_swift
if [[ $(uname -s) == Linux ]]; then require_sqlite; fi
