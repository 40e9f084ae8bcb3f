#!/usr/bin/env bash
# Runs the back ends in Examples beside a local store: the stages of Examples/scenario.json in a second process on the
# same ledger, and after each stage compares what the back end answers with what the store says. Each back end is killed
# once, and gets what it missed an hour of the store's time later; and another one on an empty database gets the same
# notifications in reverse order. The example of retention messages chooses what customers see on cancelling.
# Usage: Scripts/check-examples.sh [--package]
# It links the Swift example with the last build, so build first; with --package SwiftPM builds it, as a server's author
# does. EXAMPLES_PYTHON is a Python with app-store-server-library (default: python3).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

bundle=com.example.teacup
token=6F9619FF-8B86-4D11-B42D-00C04FC964FF
python=${EXAMPLES_PYTHON:-python3}
scratch=$(mktemp -d)

stop_process() {
    kill -9 "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}
finish() {
    local process
    for process in $(jobs -p); do stop_process "$process"; done
    rm -rf "$scratch"
}
trap finish EXIT

fail() {
    echo "examples: $1"
    for log in "$scratch"/*.log; do
        [[ ! -s $log ]] || { echo "-- $(basename "$log")" && tail -n 20 "$log"; }
    done
    exit 1
}

# Compiles a program of Swift files with the modules of the last build, and links it with what storectl is linked with.
link() {
    local program=$1
    shift
    swiftc -swift-version 6 -parse-as-library -module-name "$(basename "$program" | tr -d -)" -o "$program" "$@" \
        -I "$products/Modules" "${module_maps[@]}" "@$scratch/objects" -lsqlite3 -lstdc++ >"$scratch/compiler.log" 2>&1 ||
        fail "$(basename "$program") does not build"
    rm "$scratch/compiler.log"
}

# Prints where a program listens, which it writes behind some words to its log.
listens() { sed -n "s/^$2 *//p" "$1" | tail -n 1 | grep .; }
address() { await 30 listens "$@"; }

# A scenario takes no app; the others have it from the environment.
config=Sources/demo/Shop.storekit
storectl() { STOREKIT_BUNDLE_IDENTIFIER=$bundle "$products/storectl" "$@" --config "$config" --store "$ledger"; }

# What the back end should answer: the one subscription, as the store has it.
expected() {
    storectl subscriptions --json | awk -F '"' '
        $1 == "      " && $2 == "status" { status = $4 }
        $1 == "      " && $2 == "productID" { product = $4 }
        $1 == "      " && $2 == "expirationDate" { until = $4 }
        $2 == "gracePeriodEnd" { grace = $4 }
        $1 == "      " && $2 == "id" { split($3, number, /[^0-9]+/); id = number[2] }
        END {
            state = status == "subscribed" ? "active" : "gracePeriod"
            if (status == "inGracePeriod") until = grace
            sub(/\.[0-9]+Z/, "Z", until)
            if (status == "subscribed" || status == "inGracePeriod")
                answer = "{\"originalTransactionId\":\"" id "\",\"productId\":\"" product "\",\"state\":\"" state \
                    "\",\"until\":\"" until "\"}"
            print "{\"entitlements\":[" answer "]}"
        }'
}

answer() { curl --silent --max-time 10 "$backend/entitlements/$token" || true; }

# Waits for some seconds until the back end answers what the store says.
answers() { [[ $(answer) == "$1" ]]; }
agrees() { await "$1" answers "$(expected)"; }

# Starts the back end on a port.
start_backend() {
    : >"$scratch/backend.log"
    "${command[@]}" --bundle-id $bundle --root "$folder/root.der" --database "$folder/$name.sqlite" --port "$1" \
        >"$scratch/backend.log" 2>&1 &
    backend_pid=$!
    backend=$(address "$scratch/backend.log" "Listening at") || fail "$name does not start"
}

# Sends a body as a notification, and prints the status of the answer.
post() { curl --silent --output /dev/null --write-out '%{http_code}' --max-time 10 --data @- "$backend/notifications"; }

start_store() {
    : >"$scratch/store.log"
    # In a function's subshell, the process to kill would be another one.
    "$products/storectl" serve --port 0 --webhook "$backend/notifications" --config Sources/demo/Shop.storekit \
        --store "$ledger" --bundle-id $bundle >"$scratch/store.log" 2>&1 &
    store_pid=$!
    address "$scratch/store.log" page >/dev/null || fail "the store does not start"
}

# Kills the back end, runs a stage without it, and starts it again.
run_without_backend() {
    local before address=$backend
    before=$(answer)
    stop_process "$backend_pid"
    storectl scenario "$1" >"$scratch/scenario.log" || fail "the store is not as the scenario expects"
    # The store notices within a quarter of a second what another process did, and finds nobody there.
    sleep 2
    start_backend "${address##*:}"
    [[ $(answer) == "$before" ]] || fail "$name lost what it knew: $(answer) where $before is expected"
    for _ in 1 2 3; do
        storectl advance 1h >/dev/null
        ! agrees 10 || return 0
    done
    fail "$name did not get what it missed: $(answer) where $(expected) is expected"
}

# Sends what the back end stored to another one, in reverse order and twice: neither makes a difference.
check_order() {
    local first=$backend first_pid=$backend_pid first_name=$name payloads payload status
    payloads=$("$python" -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("SELECT signedPayload FROM notification ORDER BY signedDate DESC"):
    print(row[0])' "$folder/$name.sqlite")
    name=$name-reversed
    start_backend 0
    for payload in $payloads $payloads; do
        status=$(post <<<"{\"signedPayload\":\"$payload\"}")
        [[ $status == 200 ]] || fail "$name answers a good notification with $status"
    done
    agrees 0 || fail "$name answers $(answer) where $(expected) is expected"
    stop_process "$backend_pid"
    rm "$folder/$name.sqlite"
    backend=$first backend_pid=$first_pid name=$first_name
}

# Drives a back end through the scenario.
drive() {
    name=$1
    shift
    command=("$@")
    folder=$scratch/$name
    ledger=$folder/shop.ledger
    mkdir "$folder"
    storectl jws export app-transaction --write-root "$folder/root.der" >/dev/null
    start_backend 0
    start_store
    [[ $(post <<<'{"signedPayload":"a.b.c"}') == 403 ]] || fail "$name does not refuse what nobody signed"
    [[ $(post <<<'{}') == 400 ]] || fail "$name does not refuse what is no notification"
    # 28 is the time limit of curl.
    curl --silent --output /dev/null --max-time 10 --header 'Content-Length: -1' --data a "$backend/notifications" ||
        (($? != 28)) || fail "$name reads a body of a negative length"
    local stage count=0
    for stage in "$scratch"/stage-*; do
        count=$((count + 1))
        if [[ $count == 2 ]]; then
            run_without_backend "$stage"
        else
            storectl scenario "$stage" >"$scratch/scenario.log" || fail "the store is not as the scenario expects"
            agrees 30 || fail "$name, stage $count: it answers $(answer) where $(expected) is expected"
        fi
        ! have "$python" || check_order
    done
    stop_process "$store_pid"
    stop_process "$backend_pid"
    echo "examples: $name knows what the customer may use, in each of $count stages and after a crash"
}

# Makes a shop like the demo's, with a key pair and an offer of each subscription, and prints its path.
make_retention_shop() {
    local key=$1 shop=$scratch/Retention.storekit private
    local offer='{"offerID": "stay", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2,'
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$key" 2>/dev/null
    private=$(openssl pkcs8 -topk8 -nocrypt -in "$key" -outform DER | base64 | tr -d '\n')
    sed -e "1s|{|{ \"subscriptionOffersKeyPair\": {\"id\": \"KEY\", \"privateKey\": \"$private\"},|" \
        -e "s|\"adHocOffers\" : \[|&$offer \"displayPrice\": \"0.99\"}|" "$config" >"$shop"
    echo "$shop"
}

# Uploads a message as a back end does, with Apple's library, and configures the real-time URL.
upload_retention() {
    cat >"$scratch/upload.py" <<'PYTHON'
import os
import sys
import uuid

from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody

with open(os.environ["APP_STORE_PRIVATE_KEY"], "rb") as file:
    key = file.read()
client = AppStoreServerAPIClient(
    key, os.environ["APP_STORE_KEY_ID"], os.environ["APP_STORE_ISSUER_ID"],
    os.environ["APP_STORE_BUNDLE_ID"], Environment.SANDBOX,
)
client._base_url = os.environ["APP_STORE_SERVER_URL"]
message = uuid.UUID(sys.argv[1])
client.upload_message(message, UploadMessageRequestBody(header="Stay", body="Two months for less."))
for product in sys.argv[3:]:
    client.configure_default_message(product, "en-US", DefaultConfigurationRequest(messageIdentifier=message))
client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=sys.argv[2]))
PYTHON
    STOREKIT_BUNDLE_IDENTIFIER=$bundle "$products/storectl" exec --app-apple-id 41 --config "$config" \
        --store "$ledger" -- "$python" "$scratch/upload.py" "$@" >"$scratch/upload.log" 2>&1
}

# Whether a customer who chooses to cancel a product sees something, and not the default for want of a response.
sees() {
    local screen
    screen=$(storectl choose-to-cancel "$1" --json)
    [[ $screen == *"\"shown\": \"$2\""* && $screen != *fallback* ]]
}

drive_retention() {
    local monthly=bay.teacup.gazette.monthly yearly=bay.teacup.gazette.yearly message key=$scratch/offers.p8 port=18082
    message=11111111-2222-4333-8444-555555555555
    name=retention folder=$scratch/retention
    ledger=$folder/shop.ledger
    mkdir "$folder"
    config=$(make_retention_shop "$key")
    backend=http://127.0.0.1:$port
    storectl jws export app-transaction --write-root "$folder/root.der" >/dev/null
    "$1" --bundle-id $bundle --app-apple-id 41 --root "$folder/root.der" --message $message --product $yearly \
        --offer stay --key "$key" --key-id KEY --port $port >"$scratch/retention.log" 2>&1 &
    backend_pid=$!
    upload_retention $message "$backend/retention" $monthly $yearly || fail "the message cannot be uploaded"
    storectl buy $monthly >/dev/null
    # On a busy machine, a response may take more than the 700 ms.
    await 30 sees $monthly promotionalOffer || fail "$name chooses no offer: $(storectl choose-to-cancel $monthly)"
    [[ $(curl --silent --output /dev/null --write-out '%{http_code}' --data '{"signedPayload":"a.b.c"}' \
        "$backend/retention") == 403 ]] || fail "$name does not refuse what nobody signed"
    storectl buy $yearly --offer promotional:stay >/dev/null
    # The offer begins with the renewal.
    storectl renew $monthly >/dev/null
    await 30 sees $yearly message || fail "$name chooses no message: $(storectl choose-to-cancel $yearly)"
    stop_process "$backend_pid"
    echo "examples: $name chooses an offer for a customer who may cancel, and a message for one who took it"
}

have curl || stop "examples: skipped, because there is no curl"
[[ ${1:-} == --package ]] ||
    # The back end's HTTP server, which storectl does not contain.
    swift build --enable-all-traits --target FlyingFox >"$scratch/flyingfox.log" 2>&1 || fail "FlyingFox does not build"
find_build "$PWD"
[[ -x $products/storectl ]] || fail "there is no storectl; build the package first"
if [[ ${1:-} == --package ]]; then
    build=(swift build --package-path Examples/Backend --scratch-path .build/example-backend)
    "${build[@]}" || fail "the Swift example does not build"
    swift_backend=$("${build[@]}" --show-bin-path)/Backend
    swift_retention=$("${build[@]}" --show-bin-path)/Retention
else
    swift_backend=$scratch/backend
    {
        grep -v '/storectl\.build/' "$products/storectl.product/Objects.LinkFileList"
        find "$products/FlyingFox.build" -name '*.o'
    } >"$scratch/objects"
    link "$swift_backend" Examples/Backend/Sources/Backend/*.swift
    swift_retention=$scratch/retention-backend
    link "$swift_retention" Examples/Backend/Sources/Retention/*.swift
fi
split_stages "$scratch"
have "$python" || echo "examples: the reverse order is skipped, because there is no $python"

drive swift "$swift_backend"
if "$python" -c 'import appstoreserverlibrary' 2>/dev/null; then
    drive python "$python" Examples/backend.py
    drive_retention "$swift_retention"
else
    echo "examples: the back end in Python and retention messages are skipped, because $python has no" \
        "app-store-server-library"
fi
