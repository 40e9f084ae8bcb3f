#!/usr/bin/env bash
# Builds and runs the tests of the entitlement service, and then the service as a whole, beside a local store.
# Usage: Scripts/service-test.sh [options of swift test]
#     With options, such as --filter, the tests alone are run. Without, those of the service run a second time on tables
#     that are spread by key (ENTITLEMENTS_SHARDS=1). RANDOM_HISTORIES is the number of random histories (6).
# Usage: Scripts/service-test.sh whole
#     Runs Scripts/service.sh --with-store as its reader would, lives the stages of Examples/scenario.json in the store, and
#     waits after each until the service says what the store says. Then it rebuilds the state, has Apple's library verify
#     what the service kept, and ends the service in order.
# Usage: Scripts/service-test.sh failures [rounds, 100] [seed] [scenarios]
#     Lets processes of the service, its database, network, disk, clock and clients fail while documents arrive, and looks
#     whether anything was lost, granted or invented.
# Usage: Scripts/service-test.sh patroni [rounds, 20] [seed]
#     Starts three nodes of PostgreSQL under Patroni, and lets the primary fail in each round: its programs are killed, or,
#     as root, its network is cut. Prints how long each fail-over took.
# Usage: Scripts/service-test.sh tour
#     Runs Scripts/service.sh --with-store --tour, and looks whether the events have the reasons of what happened.
# Usage: Scripts/service-test.sh page
#     Runs Scripts/service.sh --with-store, buys, and uses the service's page in Chromium as a person of support would.
# SERVICE_PYTHON is a Python with app-store-server-library (default: one is made with pip).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# shellcheck source=Scripts/cluster.sh
source Scripts/cluster.sh

package=Services/Entitlements
bundle=com.example.teacup
token=6F9619FF-8B86-4D11-B42D-00C04FC964FF
require_libpq
require_postgres
# The manifest then has the tests.
export ENTITLEMENTS_TESTS=1

fail() {
    echo "service: $1"
    tail -n 30 "$scratch/log" "$scratch/service/store.log" 2>/dev/null || true
    exit 1
}

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

comparison() { curl --silent --max-time 10 "$store/control/v1/transactions/1/entitlements"; }
agrees() { comparison | grep -q '"agreement": *"agrees"'; }
grants() { bash -c "$question" 2>/dev/null | grep -q '"granted":true'; }

started_or_ended() { [[ -e $scratch/service/pid ]] || ! kill -0 "$1" 2>/dev/null; }

entitlements() {
    env -u STOREKIT_BUNDLE_IDENTIFIER -u STOREKIT_CONFIGURATION -u STOREKIT_STORE \
        ENTITLEMENTS_DATABASE_URL="host=$scratch/service/cluster user=entitlements dbname=entitlements" \
        ENTITLEMENTS_APPS="$scratch/service/apps.json" ENTITLEMENTS_ROOTS="$scratch/service/store-root.der" \
        "$programs/entitlements" "$@"
}

finish() {
    local process
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    wait || true
    rm -rf "$scratch"
}

# Neither the help nor a port that is in use takes a build.
check_arguments() {
    local stranger
    PATH=/usr/bin:/bin Scripts/service.sh --help | grep -q '^ENTITLEMENTS_PORT$' || fail "the help lists no settings"
    "$python" -m http.server --bind 127.0.0.1 "$STORE_PORT" >/dev/null 2>&1 &
    stranger=$!
    await 60 curl --silent --output /dev/null "$store"
    if Scripts/service.sh --with-store >"$scratch/log" 2>&1; then fail "it serves beside a stranger"; fi
    kill "$stranger"
    wait "$stranger" || true
    grep -q "^Port $STORE_PORT is in use by .*STORE_PORT" "$scratch/log" || fail "it does not say that the port is in use"
}

check_stages() {
    local stage count=0
    split_stages "$scratch"
    for stage in "$scratch"/stage-*; do
        count=$((count + 1))
        "$programs/storectl" scenario "$stage" --config "$STOREKIT_CONFIGURATION" --store "$STOREKIT_STORE" \
            >"$scratch/scenario.log" || fail "the store is not as the scenario expects: $(cat "$scratch/scenario.log")"
        await 60 agrees || fail "stage $count: $(comparison)"
    done
    echo "service: it says what the store says, in each of $count stages"
}

check_answers() {
    local key signed
    key=$(reader_key reader)
    signed=$(curl --silent --header "Authorization: Bearer $key" \
        "$address/v1/customers/$token/entitlements/signed?app=$bundle&environment=Sandbox")
    [[ $signed == '{"signedEntitlements":"ey'* ]] || fail "it signs nothing: $signed"
    # The hints are commands that can be pasted.
    bash -c "$(grep -m 1 'storectl buy ' "$scratch/log")" >"$scratch/bought" ||
        fail "the hint buys nothing: $(cat "$scratch/bought")"
    question=$(grep -A 1 -m 1 '^  curl ' "$scratch/log")
    await 60 grants || fail "the hint shows nothing that is granted: $question"
}

check_database() {
    entitlements rebuild >"$scratch/rebuild.log" || fail "a rebuild differs: $(cat "$scratch/rebuild.log")"
    echo "service: a rebuild comes to the same: $(tail -n 1 "$scratch/rebuild.log")"
    entitlements export | "$python" Tests/Fixtures/AppleLibrary/export.py "$scratch/service/store-root.der" ||
        fail "Apple's library refuses what the service kept"
}

# Makes calls of the description, as it says and otherwise: each answer is as described, and none is a 5xx.
check_description() {
    local tester
    if ! tester=$(make_python .build/schemathesis schemathesis==4.32.5); then
        rm -rf .build/schemathesis
        echo "service: skipped the calls of the description, because schemathesis is not installed"
        return
    fi
    printf '[parameters]\napp = "%s"\nenvironment = "Sandbox"\n' "$bundle" >"$scratch/schemathesis.toml"
    "${tester%/*}/schemathesis" --config-file "$scratch/schemathesis.toml" run --url "$address" --seed 1 --max-examples 20 \
        --phases examples,coverage,fuzzing --header "Authorization: Bearer $(reader_key admin)" \
        --checks not_a_server_error,content_type_conformance,response_headers_conformance,response_schema_conformance \
        "$address/v1/openapi.json" >"$scratch/calls.log" 2>&1 || fail "a call of the description: $(cat "$scratch/calls.log")"
    echo "service: $(grep -E 'generated|passed' "$scratch/calls.log" | tail -n 1)"
}

reader_key() { sed -n "/\"name\": \"$1\"/s/.*\"key\": \"\([0-9a-f]*\)\".*/\1/p" "$scratch/service/readers.json"; }

# Starts the service beside a store in a folder of its own, and waits until it serves. Arguments are options of service.sh.
start_whole() {
    have curl || stop "service: there is no curl"
    python=${SERVICE_PYTHON:-$(make_apple_python)}
    scratch=$(mktemp -d)
    trap finish EXIT
    # PostgreSQL's own user has to reach its folder.
    chmod 0755 "$scratch"
    ENTITLEMENTS_PORT=$(free_port)
    STORE_PORT=$(free_port)
    store=http://127.0.0.1:$STORE_PORT
    export ENTITLEMENTS_PORT STORE_PORT ENTITLEMENTS_FOLDER=$scratch/service STOREKIT_BUNDLE_IDENTIFIER=$bundle
    export STOREKIT_CONFIGURATION=$PWD/Sources/demo/Shop.storekit STOREKIT_STORE=$scratch/shop.ledger
    address=http://127.0.0.1:$ENTITLEMENTS_PORT
    check_arguments
    Scripts/service.sh --with-store "$@" >"$scratch/log" 2>&1 &
    service=$!
    await 900 started_or_ended "$service" && [[ -e $scratch/service/pid ]] || fail "it does not start"
    programs=$(swift build --package-path "$package" --show-bin-path)
}

tour_ended() { grep -q '/admin, find ' "$scratch/log" || ! kill -0 "$service" 2>/dev/null; }

check_tour() {
    local reasons
    start_whole --tour
    await 60 tour_ended || fail "the tour does not end"
    reasons=$(sed -nE 's/^[0-9]+  [0-9-]+T[^ ]+  ([a-zA-Z]+)  entitlements.*/\1/p' "$scratch/log" | paste -sd ' ')
    [[ $reasons == 'refunded seatsChanged granted started' ]] || fail "the tour's events are: $reasons"
    kill -TERM "$service"
    wait "$service" || true
    echo "service: its tour shows $reasons"
}

check_page() {
    local browser pictures
    browser=$(command -v ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome | head -n 1) || true
    if [[ -z $browser ]]; then
        echo "service: skipped the page, because there is no chromium"
        return
    fi
    start_whole
    bash -c "$(grep -m 1 'storectl buy ' "$scratch/log")" >"$scratch/bought"
    question=$(grep -A 1 -m 1 '^  curl ' "$scratch/log")
    await 60 grants || fail "the purchase is unknown: $question"
    # A failure leaves the folder for its picture of the page.
    pictures=$(mktemp -d)
    PYTHONDONTWRITEBYTECODE=1 python3 "$package/Tests/AdminPage/check.py" "$browser" "$address/admin" \
        "$(reader_key admin)" "$bundle" Sandbox "${token,,}" 1 "$pictures" || fail "the page"
    rm -r "$pictures"
    kill -TERM "$service"
    wait "$service" || true
}

check_whole() {
    start_whole
    check_stages
    check_answers
    check_database
    check_description
    kill -TERM "$service"
    wait "$service" || [[ $? == 143 ]] || fail "it does not end in order"
    [[ ! -e $scratch/service/pid ]] || fail "it leaves its pid file behind"
    echo "service: it ends in order"
}

run_failures() {
    local product seed=${2:-$RANDOM} programs
    for product in entitlements failure-harness; do swift build --package-path "$package" --product "$product" >&2; done
    programs=$(swift build --package-path "$package" --show-bin-path)
    echo "seed $seed"
    "$programs/failure-harness" "${@:3}" --rounds "${1:-100}" --seed "$seed"
}

run_patroni() {
    local network_kind=
    require_patroni
    if [[ $(id -u) == 0 ]] && have ip; then
        network_kind=separate
    else
        say "Only root, with ip of iproute2, cuts networks: nodes are killed alone."
    fi
    scratch=$(mktemp -d)
    trap 'stop_nodes; rm -rf "$scratch"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    chmod 0755 "$scratch"
    start_nodes "$scratch" "$network_kind"
    PATRONI_FOLDER=$nodes_folder run_failures "${1:-20}" "${2:-$RANDOM}" patroni
}

case ${1:-} in
whole) check_whole ;;
page) check_page ;;
tour) check_tour ;;
failures) run_failures "${@:2}" ;;
patroni) run_patroni "${@:2}" ;;
*)
    swift build --package-path "$package" --build-tests
    if (($# == 0)); then
        for part in whole page tour; do Scripts/service-test.sh "$part"; done
    fi
    run_tests --package-path "$package" --skip-build "$@"
    # Once more on tables that are spread by key, where each statement is looked at.
    (($#)) || ENTITLEMENTS_SHARDS=1 run_tests --package-path "$package" --skip-build --filter EntitlementServiceTests
    ;;
esac
