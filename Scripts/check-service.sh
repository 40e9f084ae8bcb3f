#!/usr/bin/env bash
# Runs Scripts/service.sh --with-store as its reader would, lives the stages of Examples/scenario.json in the store, and
# waits after each until the service says what the store says. Then it rebuilds the state, has Apple's library verify
# what the service kept, and ends the service in order.
# Usage: Scripts/check-service.sh
# SERVICE_PYTHON is a Python with app-store-server-library (default: python3); without the library its part is skipped.
# Scripts/service-test.sh makes one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

bundle=com.example.teacup
token=6F9619FF-8B86-4D11-B42D-00C04FC964FF
python=${SERVICE_PYTHON:-python3}
scratch=$(mktemp -d)
# PostgreSQL's own user has to reach its folder.
chmod 0755 "$scratch"
export ENTITLEMENTS_TESTS=1 ENTITLEMENTS_FOLDER=$scratch/service STOREKIT_BUNDLE_IDENTIFIER=$bundle
export STOREKIT_CONFIGURATION=$PWD/Sources/demo/Shop.storekit STOREKIT_STORE=$scratch/shop.ledger

finish() {
    local process
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    wait || true
    rm -rf "$scratch"
}
trap finish EXIT

fail() {
    echo "service: $1"
    tail -n 30 "$scratch/log" "$scratch/service/store.log" 2>/dev/null || true
    exit 1
}

# Waits until a command succeeds.
await() {
    local deadline=$((SECONDS + 60))
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.1
    done
}

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

agrees() { curl --silent --max-time 10 "$store/control/v1/transactions/1/entitlements" | grep -q '"agreement": *"agrees"'; }

entitlements() {
    env -u STOREKIT_BUNDLE_IDENTIFIER -u STOREKIT_CONFIGURATION -u STOREKIT_STORE \
        ENTITLEMENTS_DATABASE_URL="host=$socket user=entitlements dbname=entitlements" \
        ENTITLEMENTS_APPS="$scratch/service/apps.json" ENTITLEMENTS_ROOTS="$scratch/service/store-root.der" \
        "$programs/entitlements" "$@"
}

for program in curl "$python"; do have "$program" || stop "service: skipped, because there is no $program"; done
ENTITLEMENTS_PORT=$(free_port)
STORE_PORT=$(free_port)
export ENTITLEMENTS_PORT STORE_PORT
store=http://127.0.0.1:$STORE_PORT

# Neither the help nor a port that is in use takes a build.
PATH=/usr/bin:/bin Scripts/service.sh --help | grep -q '^ENTITLEMENTS_PORT$' || fail "the help lists no settings"
"$python" -m http.server --bind 127.0.0.1 "$STORE_PORT" >/dev/null 2>&1 &
stranger=$!
await curl --silent --output /dev/null "$store"
if Scripts/service.sh --with-store >"$scratch/log" 2>&1; then fail "it serves beside a stranger"; fi
kill "$stranger"
wait "$stranger" || true
grep -q "^Port $STORE_PORT is in use by .*STORE_PORT" "$scratch/log" || fail "it does not say that the port is in use"

Scripts/service.sh --with-store >"$scratch/log" 2>&1 &
service=$!
deadline=$((SECONDS + 900))
until [[ -e $scratch/service/pid ]]; do
    kill -0 "$service" 2>/dev/null || fail "it does not start"
    ((SECONDS < deadline)) || fail "it does not start in time"
    sleep 0.2
done
programs=$(swift build --package-path Services/Entitlements --show-bin-path)
socket=$scratch/service/cluster

count=0
steps=
while IFS= read -r line; do
    [[ $line =~ ^\ {4}\{ ]] || continue
    steps+=${steps:+,$'\n'}${line%,}
    [[ $line == *'"expect"'* ]] || continue
    count=$((count + 1))
    echo "{\"steps\": [$steps]}" >"$scratch/stage.json"
    steps=
    env -u STOREKIT_BUNDLE_IDENTIFIER STOREKIT_BUNDLE_IDENTIFIER=$bundle "$programs/storectl" scenario \
        "$scratch/stage.json" --config "$STOREKIT_CONFIGURATION" --store "$STOREKIT_STORE" >"$scratch/scenario.log" ||
        fail "the store is not as the scenario expects: $(cat "$scratch/scenario.log")"
    await agrees ||
        fail "stage $count: $(curl --silent "$store/control/v1/transactions/1/entitlements")"
done <Examples/scenario.json
((count > 0)) || fail "the scenario has no stages"
echo "service: it says what the store says, in each of $count stages"

key=$(sed -n 's/.*"key": "\([0-9a-f]*\)".*/\1/p' "$scratch/service/readers.json")
signed=$(curl --silent --header "Authorization: Bearer $key" \
    "http://127.0.0.1:$ENTITLEMENTS_PORT/v1/customers/$token/entitlements/signed?app=$bundle&environment=Sandbox")
[[ $signed == '{"signedEntitlements":"ey'* ]] || fail "it signs nothing: $signed"

# The hints are commands that can be pasted.
bash -c "$(grep -m 1 'storectl buy ' "$scratch/log")" >"$scratch/bought" || fail "the hint buys nothing: $(cat "$scratch/bought")"
question=$(grep -A 1 -m 1 '^  curl ' "$scratch/log")
grants() { bash -c "$question" 2>/dev/null | grep -q '"granted":true'; }
await grants || fail "the hint shows nothing that is granted: $question"

entitlements rebuild >"$scratch/rebuild.log" || fail "a rebuild differs: $(cat "$scratch/rebuild.log")"
echo "service: a rebuild comes to the same: $(tail -n 1 "$scratch/rebuild.log")"
if "$python" -c 'import appstoreserverlibrary' 2>/dev/null; then
    entitlements export | "$python" Scripts/service-verifier.py "$scratch/service/store-root.der" ||
        fail "Apple's library refuses what the service kept"
else
    echo "service: Apple's library is skipped, because $python has none"
fi

kill -TERM "$service"
wait "$service" || [[ $? == 143 ]] || fail "it does not end in order"
[[ ! -e $scratch/service/pid ]] || fail "it leaves its pid file behind"
echo "service: it ends in order"
