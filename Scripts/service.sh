#!/usr/bin/env bash
# Builds the entitlement service and serves, on a private PostgreSQL cluster unless ENTITLEMENTS_DATABASE_URL names one.
# Usage: Scripts/service.sh [--with-store [--tour]] [--cluster] [--release] [--help] [--settings FILE]
# With --with-store a local App Store is served beside it, with a page, and sends its notifications to the service.
# STORE_PORT is the port of the store (default: 8080; 0 for any free one).
# With --tour a customer of that store buys, is linked, granted and refunded, and the answers are printed.
# With --cluster the database has three nodes, replicated synchronously, one of which takes over when the primary fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ " $* " == *" --help "* ]]; then
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    echo
    sed -nE 's/`//g; s/^\| (ENTITLEMENTS_[^|]*) \| ([^|]*) \| ?([^|]*) \|$/\1\n    \2 (default: \3)/p' \
        Services/Entitlements/README.md | sed 's/ (default: )$//'
    exit
fi
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# shellcheck source=Scripts/cluster.sh
source Scripts/cluster.sh

package=Services/Entitlements
with_store=0
with_tour=0
with_cluster=0
configuration=debug
arguments=()
for argument in "$@"; do
    case $argument in
    --with-store) with_store=1 ;;
    --tour) with_tour=1 ;;
    --cluster) with_cluster=1 ;;
    --release) configuration=release ;;
    *) arguments+=("$argument") ;;
    esac
done
((with_store || !with_tour)) || stop "--tour needs --with-store."
# The manifest then has the local store, too.
if ((with_store)); then export ENTITLEMENTS_TESTS=1; fi

# Stops if something listens at a port already: its answers would be taken for those of what is to listen there.
require_free_port() {
    local port=$1 name=$2 variable=$3 program
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    program=$(lsof -nP -iTCP:"$port" -sTCP:LISTEN 2>/dev/null | awk 'NR == 2 {print $1 " (process " $2 ")"}') || true
    stop "Port $port is in use by ${program:-another program}. Set $variable to a free port for the $name."
}

service_port=${ENTITLEMENTS_PORT:-8090}
store_port=${STORE_PORT:-8080}
if ((with_store)); then
    ((service_port > 0)) || stop "The store needs a fixed port of the service. Set ENTITLEMENTS_PORT to one, or leave it out."
    require_free_port "$store_port" store STORE_PORT
fi
require_free_port "$service_port" service ENTITLEMENTS_PORT

build() {
    [[ -e $package/.build/$configuration/$1 ]] ||
        say "Building $1. The first build takes several minutes: about six on two processors."
    swift build --package-path "$package" --configuration "$configuration" --product "$1" >&2
}

require_libpq
build entitlements
programs=$(swift build --package-path "$package" --configuration "$configuration" --show-bin-path)

folder=${ENTITLEMENTS_FOLDER:-$PWD/.entitlements}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export ENTITLEMENTS_FOLDER=$folder ENTITLEMENTS_PORT=$service_port
export ENTITLEMENTS_PID_FILE=${ENTITLEMENTS_PID_FILE:-$folder/pid}

finish() {
    local process
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    wait || true
    stop_cluster
    stop_nodes
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if ((with_cluster)); then
    [[ -z ${ENTITLEMENTS_DATABASE_URL:-} ]] || stop "Leave out --cluster, or unset ENTITLEMENTS_DATABASE_URL."
    require_patroni
    start_nodes "$folder/nodes"
    export ENTITLEMENTS_DATABASE_URL=$database_url
    explain_nodes
elif [[ -z ${ENTITLEMENTS_DATABASE_URL:-} ]]; then
    require_postgres
    start_cluster "$folder"
    export ENTITLEMENTS_DATABASE_URL=$database_url
fi

random_key() { od -An -N 24 -tx1 /dev/urandom | tr -d ' \n'; }

# Who has a key reads what customers may use, so a new folder gets keys that nobody knows.
bundle=${STOREKIT_BUNDLE_IDENTIFIER:-com.example.shop}
if [[ -z ${ENTITLEMENTS_READER_KEYS:-} ]]; then
    ENTITLEMENTS_READER_KEYS=$folder/readers.json
    [[ -e $ENTITLEMENTS_READER_KEYS ]] || (
        umask 077
        access="\"access\": {\"$bundle\": [\"Sandbox\"]}"
        echo "{\"readers\": [{\"name\": \"reader\", \"key\": \"$(random_key)\", \"metrics\": true, $access}," \
            $'\n'"{\"name\": \"admin\", \"key\": \"$(random_key)\", \"writes\": true, \"admin\": true," \
            "\"metrics\": true, $access}]}" >"$ENTITLEMENTS_READER_KEYS"
    )
    export ENTITLEMENTS_READER_KEYS
fi
if [[ -z ${ENTITLEMENTS_APPS:-} ]]; then
    export ENTITLEMENTS_APPS=$folder/apps.json
    [[ -e $ENTITLEMENTS_APPS ]] ||
        echo "{\"version\": 1, \"apps\": [{\"bundleId\": \"$bundle\", \"environments\": {\"Sandbox\": {}}}]}" \
            >"$ENTITLEMENTS_APPS"
fi
if [[ -z ${ENTITLEMENTS_SIGNING_KEY:-} ]]; then
    export ENTITLEMENTS_SIGNING_KEY=$folder/signing-key.pem
    [[ -e $ENTITLEMENTS_SIGNING_KEY ]] || "$programs/entitlements" make-key "$ENTITLEMENTS_SIGNING_KEY"
fi

if ((with_store)); then
    build storectl
    if ((with_tour)); then
        export STOREKIT_CONFIGURATION=$PWD/$package/Tour/Team.storekit
        export STOREKIT_STORE=$folder/tour.ledger STOREKIT_BUNDLE_IDENTIFIER=$bundle
    else
        export STOREKIT_CONFIGURATION=${STOREKIT_CONFIGURATION:-$PWD/Sources/demo/Shop.storekit}
        export STOREKIT_STORE=${STOREKIT_STORE:-$folder/store.ledger} STOREKIT_BUNDLE_IDENTIFIER=$bundle
    fi
    "$programs/storectl" jws export app-transaction --write-root "$folder/store-root.der" >/dev/null
    export ENTITLEMENTS_ROOTS=${ENTITLEMENTS_ROOTS:-$folder/store-root.der}
    service=http://127.0.0.1:$ENTITLEMENTS_PORT
    key=$(sed -n 's/.*"key": "\([^"]*\)".*/\1/p' "$ENTITLEMENTS_READER_KEYS" | head -n 1)
    ENTITLEMENTS_KEY=$key env -u ENTITLEMENTS_TESTS "$programs/storectl" serve --port "$store_port" \
        --webhook "$service/notifications" ${key:+--entitlements "$service"} >"$folder/store.log" 2>&1 &
    store_process=$!
    # The address is the one that the store itself reports, which it does when it listens.
    until store=$(grep -o -m 1 'http://[^/ ]*' "$folder/store.log"); do
        kill -0 "$store_process" 2>/dev/null || stop "The store does not start: $(cat "$folder/store.log")"
        sleep 0.1
    done
    export ENTITLEMENTS_STORE_URL=$store
    if [[ -z ${ENTITLEMENTS_API_KEY:-} ]]; then
        # The store reports the key for its API with the address.
        reported() { sed -nE "s/^ *$1 +//p" "$folder/store.log"; }
        ENTITLEMENTS_API_KEY=$(reported 'private key')
        ENTITLEMENTS_API_KEY_ID=$(reported 'key ID')
        ENTITLEMENTS_API_ISSUER_ID=$(reported 'issuer ID')
        export ENTITLEMENTS_API_KEY ENTITLEMENTS_API_KEY_ID ENTITLEMENTS_API_ISSUER_ID ENTITLEMENTS_API_URL=$store
    fi
    product=$(awk -F '"' '/"productID"/ {id = $4} /"RecurringSubscription"/ {print id; exit}' "$STOREKIT_CONFIGURATION")
    customer=6F9619FF-8B86-4D11-B42D-00C04FC964FF
    say "The store's page: $store"
    admin_key=$(sed -n '/"admin": true/s/.*"key": "\([^"]*\)".*/\1/p' "$ENTITLEMENTS_READER_KEYS")
    if [[ -n $admin_key ]]; then say "The service's page: $service/admin, with the key $admin_key"; fi
    say "To buy there, or by a command:"
    say "$(printf '  STOREKIT_STORE=%q STOREKIT_CONFIGURATION=%q STOREKIT_BUNDLE_IDENTIFIER=%q %q' "$STOREKIT_STORE" \
        "$STOREKIT_CONFIGURATION" "$bundle" "$programs/storectl") buy ${product:-PRODUCT} --account-token $customer"
    say "To ask what that customer may use:"
    say "  curl --header 'Authorization: Bearer ${key:-KEY}' \\"
    say "    '$service/v1/customers/$customer/entitlements?app=$bundle&environment=Sandbox'"
fi

"$programs/entitlements" serve "${arguments[@]}" &
server=$!
if ((with_tour)); then
    until [[ -e $ENTITLEMENTS_PID_FILE ]]; do
        kill -0 "$server" 2>/dev/null || stop "The service does not start."
        sleep 0.1
    done
    Scripts/service-tour.sh "$service" "$admin_key" "$programs/storectl"
fi
# A signal ends `wait`, and the trap ends the others.
wait "$server"
