# shellcheck shell=bash
# Sourced by the scripts of the entitlement service, after setup.sh: makes sure of libpq and PostgreSQL, and starts a
# private cluster.

package=Services/Entitlements

require_package() {
    local name=$1 what=$2 root=()
    say "$what is missing; installing $name."
    if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
    have apt-get || stop "$what is missing. Debian and Ubuntu have it in $name."
    "${root[@]}" sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y $name" >&2 || stop "$name cannot be installed."
}

has_libpq() { [[ -e /usr/include/postgresql/libpq-fe.h ]] || clang -fsyntax-only -x c - <<<'#include <libpq-fe.h>' >/dev/null 2>&1; }

require_libpq() {
    has_libpq || require_package libpq-dev "libpq's header"
    # By it SwiftPM finds the header.
    have pkg-config || require_package pkg-config pkg-config
}

# Prints the folder of PostgreSQL's newest programs, which Debian does not put on the PATH.
find_postgres() {
    local folder
    folder=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
    if [[ -x $folder/initdb ]]; then
        echo "$folder"
    elif have initdb; then
        dirname "$(command -v initdb)"
    else
        return 1
    fi
}

require_postgres() {
    find_postgres >/dev/null || require_package postgresql PostgreSQL
    postgres=$(find_postgres) || stop "There is no initdb."
}

# PostgreSQL does not run as root.
as_postgres() {
    if [[ $(id -u) == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# Starts the private cluster in a folder, which is made if need be, and sets `database_url`.
start_cluster() {
    local folder=$1
    mkdir -p "$folder/cluster"
    socket=$folder/cluster
    # The path of a socket has at most 107 bytes.
    if ((${#socket} > 80)); then socket=$(mktemp -d); fi
    if [[ $(id -u) == 0 ]]; then
        chown postgres "$folder/cluster" "$socket"
        as_postgres test -x "$folder/cluster" ||
            stop "The user postgres cannot reach $folder. Choose another folder by ENTITLEMENTS_FOLDER."
    fi
    chmod 0700 "$folder/cluster" "$socket"
    cluster=$folder/cluster/data
    if [[ ! -e $cluster/PG_VERSION ]]; then
        (cd / && as_postgres "$postgres/initdb" --pgdata "$cluster" --username entitlements --auth trust \
            --encoding UTF8 --locale C --data-checksums) >&2
    fi
    # Nobody but the owner of the folder reaches the socket, and there is no other address.
    (cd / && as_postgres "$postgres/pg_ctl" --pgdata "$cluster" --log "$folder/cluster/log" --wait start \
        --options "-c listen_addresses='' -c unix_socket_directories='$socket'") >&2 ||
        stop "The cluster does not start; see $folder/cluster/log."
    local address="host=$socket user=entitlements"
    "$postgres/psql" "$address dbname=postgres" --tuples-only --no-align \
        --command "SELECT 1 FROM pg_database WHERE datname = 'entitlements'" | grep -q 1 ||
        "$postgres/psql" "$address dbname=postgres" --quiet --command "CREATE DATABASE entitlements" >&2
    # shellcheck disable=SC2034
    database_url="$address dbname=entitlements"
}

stop_cluster() {
    [[ -z ${cluster:-} ]] || (cd / && as_postgres "$postgres/pg_ctl" --pgdata "$cluster" --mode fast --wait stop) >&2 || true
}
