#!/usr/bin/env bash
# Shows what the entitlement service does: a purchase with seats, a link, a grant, refunds, and the events with their reasons.
# service.sh --with-store --tour runs it, with the store of Services/Entitlements/Tour.
# Usage: Scripts/service-tour.sh SERVICE KEY STORECTL, with STOREKIT_STORE, _CONFIGURATION and _BUNDLE_IDENTIFIER
set -euo pipefail
service=$1 key=$2 storectl=$3
product=com.example.team
customer=$(tr '[:upper:]' '[:lower:]' </proc/sys/kernel/random/uuid)
name=user:anna-${customer:0:4}
query="app=$STOREKIT_BUNDLE_IDENTIFIER&environment=Sandbox"

step() { printf '\n%s\n' "$1"; }

call() {
    curl --silent --show-error --fail-with-body --request "$1" --header "Authorization: Bearer $key" \
        "$service/v1/$2?$query" ${3:+--header 'Content-Type: application/json' --data "$3"}
    echo
}

may_use() { call GET "customers/$name/entitlements"; }

# Waits until a call has a text in its answer, such as after a notification of the store.
await_text() {
    local text=$1 answer count=0
    shift
    until answer=$("$@") && [[ $answer == *"$text"* ]]; do
        ((count += 1)) && ((count < 100)) || { echo "There is no $text in $answer" >&2; exit 1; }
        sleep 0.1
    done
    echo "$answer"
}

step "Anna buys five seats with the account token $customer:"
transaction=$("$storectl" buy "$product" --seats 5 --account-token "$customer" --json |
    sed -nE 's/^ *"id": ([0-9]+),?$/\1/p')
await_text '"granted":true' call GET "customers/$customer/entitlements"

step "Your server knows her as $name, and links that name:"
call POST "customers/$customer/links" "{\"name\":\"$name\",\"actor\":\"tour\"}"
await_text '"granted":true' may_use

step "Support grants her something that she did not buy:"
call POST "customers/$name/grants" '{"name":"archive","reason":"an outage","actor":"tour"}'
await_text '"archive"' may_use

# The store dates a refund by the second, and an event is about what happened last.
sleep 1
step "Two of the seats are refunded:"
"$storectl" refund "$transaction" --seats 2 >/dev/null
await_text '"seats":3' may_use

sleep 1
step "So is the rest, and the grant remains:"
"$storectl" refund "$transaction" >/dev/null
await_text '[{"name":"archive","state":"active","granted":true,"until":null,"source":"grant"}]' may_use

step "The events that your server receives, each with its reason, the newest first:"
call GET "customers/$name" | grep -oE '\{"sequence":[^}]*"reason":"[^"]*"' |
    sed -E 's/.*"sequence":([0-9]+).*"date":"([^"]*)".*"type":"([^"]*)","reason":"([^"]*)"/\1  \2  \4  \3/'

step "All of it, as support sees it, with the documents behind each purchase: $service/admin, find $name"
