#!/usr/bin/env bash
# Builds the entitlement service and serves, on a private PostgreSQL cluster unless ENTITLEMENTS_DATABASE_URL names one.
# Usage: Scripts/service.sh [--with-store] [--release] [--help] [options of entitlements serve]
# With --with-store a local App Store is served beside it, with a page, and sends its notifications to the service.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# shellcheck source=Scripts/service-setup.sh
source Scripts/service-setup.sh

with_store=0
configuration=debug
arguments=()
for argument in "$@"; do
    case $argument in
    --with-store) with_store=1 ;;
    --release) configuration=release ;;
    *) arguments+=("$argument") ;;
    esac
done
# The manifest then has the local store, too.
if ((with_store)); then export ENTITLEMENTS_TESTS=1; fi

build() {
    swift build --package-path "$package" --configuration "$configuration" --product "$1" >&2
}

require_libpq
build entitlements
programs=$(swift build --package-path "$package" --configuration "$configuration" --show-bin-path)
if [[ " ${arguments[*]} " == *" --help "* ]]; then
    sed -n '2,/^set /p' "${BASH_SOURCE[0]}" | sed -n 's/^# \{0,1\}//p'
    echo
    exec "$programs/entitlements" --help
fi

folder=${ENTITLEMENTS_FOLDER:-$PWD/.entitlements}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export ENTITLEMENTS_FOLDER=$folder ENTITLEMENTS_PORT=${ENTITLEMENTS_PORT:-8090}
export ENTITLEMENTS_PID_FILE=${ENTITLEMENTS_PID_FILE:-$folder/pid}

finish() {
    local process
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    wait || true
    stop_cluster
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [[ -z ${ENTITLEMENTS_DATABASE_URL:-} ]]; then
    require_postgres
    start_cluster "$folder"
    export ENTITLEMENTS_DATABASE_URL=$database_url
fi

# Who has a key reads what customers may use, so a new folder gets one that nobody knows.
bundle=${STOREKIT_BUNDLE_IDENTIFIER:-com.example.shop}
if [[ -z ${ENTITLEMENTS_READER_KEYS:-} ]]; then
    ENTITLEMENTS_READER_KEYS=$folder/readers.json
    [[ -e $ENTITLEMENTS_READER_KEYS ]] || (
        umask 077
        key=$(od -An -N 24 -tx1 /dev/urandom | tr -d ' \n')
        echo "{\"readers\": [{\"name\": \"reader\", \"key\": \"$key\", \"metrics\": true," \
            "\"access\": {\"$bundle\": [\"Sandbox\"]}}]}" >"$ENTITLEMENTS_READER_KEYS"
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
    export STOREKIT_CONFIGURATION=${STOREKIT_CONFIGURATION:-$PWD/Sources/demo/Shop.storekit}
    export STOREKIT_STORE=${STOREKIT_STORE:-$folder/store.ledger} STOREKIT_BUNDLE_IDENTIFIER=$bundle
    store_port=${STORE_PORT:-8080}
    "$programs/storectl" jws export app-transaction --write-root "$folder/store-root.der" >/dev/null
    export ENTITLEMENTS_ROOTS=${ENTITLEMENTS_ROOTS:-$folder/store-root.der}
    export ENTITLEMENTS_STORE_URL=http://127.0.0.1:$store_port
    service=http://127.0.0.1:$ENTITLEMENTS_PORT
    key=$(sed -n 's/.*"key": "\([0-9a-f]*\)".*/\1/p' "$ENTITLEMENTS_READER_KEYS" | head -n 1)
    ENTITLEMENTS_KEY=$key env -u ENTITLEMENTS_TESTS "$programs/storectl" serve --port "$store_port" \
        --webhook "$service/notifications" --entitlements "$service" >"$folder/store.log" 2>&1 &
    say "The store's page: http://127.0.0.1:$store_port"
    say "Buy there, or: STOREKIT_STORE=$STOREKIT_STORE STOREKIT_CONFIGURATION=$STOREKIT_CONFIGURATION \\"
    say "    STOREKIT_BUNDLE_IDENTIFIER=$bundle $programs/storectl buy PRODUCT --account-token UUID"
    say "What a customer may use: curl --header 'Authorization: Bearer $key' \\"
    say "    '$service/v1/customers/UUID/entitlements?app=$bundle&environment=Sandbox'"
fi

"$programs/entitlements" serve "${arguments[@]}" &
# A signal ends `wait`, and the trap ends the others.
wait $!
