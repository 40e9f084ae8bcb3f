# shellcheck shell=bash
# Sourced by the scripts that build: makes sure of Swift and, on Linux, of SQLite's header, which GRDB compiles against.
# The scripts of the entitlement service call require_libpq and require_postgres, too.

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
    swift_version=$((BASH_REMATCH[1] * 100 + BASH_REMATCH[2]))
    ((swift_version >= 602)) ||
        stop "Swift ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} is too old; 6.2 or newer is needed: https://www.swift.org/install"
}

# Installs a package of the system unless a check succeeds: its name in apt and in dnf.
require_package() {
    local check=$1 what=$2 apt=$3 dnf=${4:-} root=()
    "$check" && return
    say "$what is missing; installing it."
    if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
    if have apt-get; then
        "${root[@]}" sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y $apt" >&2 || true
    elif [[ -n $dnf ]] && have dnf; then
        "${root[@]}" dnf install -y "$dnf" >&2 || true
    fi
    "$check" || stop "$what is missing. Debian and Ubuntu have it in $apt${dnf:+, Fedora and RHEL in $dnf}."
}

has_header() { [[ -e /usr/include/$1 ]] || clang -fsyntax-only -x c - <<<"#include <${1##*/}>" >/dev/null 2>&1; }
has_sqlite() { has_header sqlite3.h; }
has_libpq() { has_header postgresql/libpq-fe.h; }
has_pkg_config() { have pkg-config; }

# By pkg-config SwiftPM finds the header.
require_libpq() {
    require_package has_libpq "libpq's header" libpq-dev
    require_package has_pkg_config pkg-config pkg-config
}

# Sets `postgres` to the folder of PostgreSQL's newest programs, which Debian does not put on the PATH.
find_postgres() {
    postgres=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
    [[ -x $postgres/initdb ]] || postgres=$(dirname "$(command -v initdb)" 2>/dev/null) && [[ -x $postgres/initdb ]]
}
require_postgres() { require_package find_postgres PostgreSQL postgresql; }

# PostgreSQL does not run as root, nor in a folder that its user cannot enter.
as_postgres() (
    cd /
    if [[ $(id -u) == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi
)

# Starts the private cluster in a folder, which is made if need be, and sets `database_url`.
start_cluster() {
    local folder=$1 address
    socket=$folder/cluster
    cluster=$folder/cluster/data
    mkdir -p "$folder/cluster"
    # The path of a socket has at most 107 bytes.
    if ((${#socket} > 80)); then socket=$(mktemp -d); fi
    if [[ $(id -u) == 0 ]]; then
        chown postgres "$folder/cluster" "$socket"
        as_postgres test -x "$folder/cluster" ||
            stop "The user postgres cannot reach $folder. Choose another folder by ENTITLEMENTS_FOLDER."
    fi
    chmod 0700 "$folder/cluster" "$socket"
    [[ -e $cluster/PG_VERSION ]] ||
        as_postgres "$postgres/initdb" --pgdata "$cluster" --username entitlements --auth trust \
            --encoding UTF8 --locale C --data-checksums >&2
    # Nobody but the owner of the folder reaches the socket, and there is no other address.
    as_postgres "$postgres/pg_ctl" --pgdata "$cluster" --log "$folder/cluster/log" --wait start \
        --options "-c listen_addresses='' -c unix_socket_directories='$socket'" >&2 ||
        stop "The cluster does not start; see $folder/cluster/log."
    address="host=$socket user=entitlements"
    "$postgres/psql" "$address dbname=postgres" --tuples-only --no-align \
        --command "SELECT 1 FROM pg_database WHERE datname = 'entitlements'" | grep -q 1 ||
        "$postgres/psql" "$address dbname=postgres" --quiet --command "CREATE DATABASE entitlements" >&2
    # shellcheck disable=SC2034
    database_url="$address dbname=entitlements"
}

stop_cluster() {
    [[ -z ${cluster:-} ]] || as_postgres "$postgres/pg_ctl" --pgdata "$cluster" --mode fast --wait stop >&2 || true
}

# Makes a Python with packages by pip in a folder, if there is none yet, and prints its path.
make_python() {
    local venv=$1
    shift
    if [[ ! -x $venv/bin/python ]]; then
        python3 -m venv "$venv" >&2
        "$venv/bin/pip" install --quiet "$@" >&2
    fi
    echo "$PWD/$venv/bin/python"
}
make_apple_python() { make_python .build/apple-client app-store-server-library==3.1.2; }

# Runs swift test, and tells at the end what failed, which nobody finds among thousands of lines.
run_tests() {
    local output
    output=$(mktemp)
    if swift test "$@" 2>&1 | tee "$output"; then
        rm "$output"
        return
    fi
    grep -E 'recorded an issue|Fatal error|unexpected signal|error:' "$output" >&2 || true
    rm "$output"
    stop "The tests failed."
}

# Waits for some seconds until a command succeeds.
await() {
    local deadline=$((SECONDS + $1))
    until "${@:2}"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.1
    done
}

# Writes the steps of Examples/scenario.json up to each expectation to files: stage-01, stage-02 and so on in a folder. A
# step has a line for itself.
split_stages() {
    awk -v prefix="$1/stage" '
        /^    \{/ {
            sub(/,$/, "")
            steps = steps (steps == "" ? "" : ",\n") $0
            if ($0 ~ /"expect"/) {
                print "{\"steps\": [\n" steps "\n]}" >sprintf("%s-%02d", prefix, ++count)
                steps = ""
            }
        }' Examples/scenario.json
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

# SwiftPM passes traits to the compiler in the order of a set, and another order compiles the package again.
export SWIFT_DETERMINISTIC_HASHING=1

# Swift Testing starts all tests at once: on a busy machine the first would end after minutes, in spite of limits.
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((2 * processors))

require_swift
if [[ $(uname -s) == Linux ]]; then require_package has_sqlite "SQLite's header" libsqlite3-dev sqlite-devel; fi
