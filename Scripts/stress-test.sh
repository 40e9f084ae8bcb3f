#!/usr/bin/env bash
# Looks for rare failures by much work, until the work is done. Usage: Scripts/stress-test.sh KIND [arguments]
#
# crashes [kills, 1000] [seed]: has eight processes create one ledger at once, 200 times; then kills processes that buy by
#     both APIs, renew, share, download and refund, some with a clock that goes back, and servers beside them, and counts
#     what their ledgers lost
# load [kills, 50] [seed]: sends requests to a server on 64 connections, a minute of verifyReceipt and a minute of histories:
#     none may fail, and the server's memory must not grow; then kills servers under load while another process buys
# histories [number, 100000] [seed]: runs random commands on random catalogs, checks the ledger's invariants after each of
#     them, and compares the store with an independent model of subscriptions
# journeys [number, 100000] [seed]: runs random journeys of customers, each thousand in a process of its own, and compares
#     after each step what both APIs tell
# threads [--service] [options of swift test]: runs the suites that use several threads at once under the thread sanitizer,
#     in a build of its own; with --service those of the entitlement service
# tests [runs, 30] [options of Swift Testing]: runs all tests again and again in each other's way, to find tests that depend
#     on how fast the machine is. Three runs go on at once: one beside a disk that syncs without a pause, and one with little
#     memory, which needs root and control groups (STRESS_MEMORY: MiB, 512). Failed runs leave their output in .build/stress.
#
# A failure of histories or journeys prints a seed, with which `histories 1 SEED` repeats it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

make_harness() {
    export SWIFTYSTOREKIT_TESTS=all
    swift build --product crash-harness
    harness=$(swift build --show-bin-path)/crash-harness
    echo "seed $seed"
}

run_crashes() {
    local seed=${2:-$RANDOM}
    make_harness
    "$harness" create 200 8 Tests/Fixtures/Products.storekit
    "$harness" kill "${1:-1000}" "$seed" Tests/Fixtures/Products.storekit
}

run_load() {
    local seed=${2:-$RANDOM}
    have wrk || stop "wrk is missing. Debian and Ubuntu have it: apt-get install wrk"
    swift run -c release --package-path Benchmarks server-benchmarks memory
    make_harness
    "$harness" kill-server "${1:-50}" "$seed" Tests/Fixtures/Products.storekit
}

run_histories() {
    export RANDOM_HISTORIES=${1:-100000} RANDOM_HISTORY_SEED=${2:-1}
    export MODEL_HISTORIES=$RANDOM_HISTORIES
    swift test --filter 'RandomHistoryTests|SubscriptionModelTests'
}

run_journeys() {
    local count=${1:-100000} seed=${2:-$RANDOM} run
    swift build --build-tests --enable-all-traits
    for ((run = 0; run < count; run += JOURNEYS)); do
        export JOURNEYS=$((count - run < 1000 ? count - run : 1000)) JOURNEY_SEED=$((seed + run))
        if ! swift test --skip-build --enable-all-traits --filter JourneyTests >"$scratch/output" 2>&1; then
            cat "$scratch/output"
            stop "Journeys with the seeds from $JOURNEY_SEED on failed."
        fi
        say "$((run + JOURNEYS)) of $count journeys from seed $seed, in $SECONDS s"
    done
}

run_threads() {
    local suite suites=(
        ConcurrencyTests ReleasingTests SharedRequestsTests FetchingReceiptTests VerifySubscriptionTests
        ObserverReleaseTests SKPaymentTransactionTests ManyThreadsTests StoreSettingsTests
        ReceiptFileTests ChainCacheTests CompletionTests ManySessionsTests EndingTests
        ConnectionListTests ConversationTests EventTests LifecycleTests LimitTests NotificationFaultTests NotificationSenderTests
        StoreChangeTests UpdateTests TransactionUpdateTests SubscriptionStatusTests BothInterfacesTests AppStoreTests InAppPurchaseScopeTests
        EntitlementTests InAppPurchaseFaultTests FamilyTransactionTests JourneyTests
    )
    if [[ ${1:-} == --service ]]; then
        shift
        require_libpq
        require_postgres
        export ENTITLEMENTS_TESTS=1
        export TSAN_OPTIONS=suppressions=$PWD/Services/Entitlements/Tests/thread-sanitizer.supp
        swift test --package-path Services/Entitlements --sanitize=thread --scratch-path .build-tsan-service \
            --filter 'PostgreSQLTests|EntitlementServiceTests' "$@"
        return
    fi
    # A filter that matches nothing would be no error.
    for suite in "${suites[@]}"; do
        grep -rqE "(struct|class) $suite[ :]" Tests || stop "There is no suite $suite."
    done
    swift test --enable-all-traits --sanitize=thread --scratch-path .build-tsan \
        --filter "[./]($(printf '%s\n' "${suites[@]}" | paste -sd '|' -))/" "$@"
}

sync_disk() {
    while :; do dd if=/dev/zero of="$work/written" bs=64k count=64 conv=fsync status=none; done
}

# Prints the file by which a process joins the control group with little memory.
limited_tasks() {
    if mkdir -p "$group" 2>/dev/null && echo $((${STRESS_MEMORY:-512} << 20)) >"$group/memory.limit_in_bytes"; then
        echo "$group/tasks"
    else
        say "Nothing here limits memory; these runs have all of it."
        echo /dev/null
    fi
}

# Runs all tests with every third number, without SwiftPM, which admits one process to a build.
run_each_third() {
    local number=$1 tasks=$2 output
    shift 2
    for (( ; number <= runs; number += 3)); do
        output=$work/run-$number.txt
        mkdir -p "$work/$number"
        # shellcheck disable=SC2016
        if TMPDIR=$work/$number bash -c 'echo $$ >"$0" && exec "$@"' "$tasks" \
            "$tests" --testing-library swift-testing "$@" >"$output" 2>&1; then
            echo "run $number: passed, $(grep -Eo 'Test run with [0-9]+ tests? .* after [0-9.]+ seconds' "$output" | tail -n 1)"
            rm -r "$output" "${work:?}/$number"
        else
            echo "run $number: failed; see $output"
            grep -E 'recorded an issue|Fatal|unexpected signal|Time limit' "$output" | head -n 10 || true
            touch "$work/failed"
        fi
    done
}

run_tests_together() {
    local little plain limited
    runs=${1:-30}
    shift $(($# < 1 ? $# : 1))
    [[ $runs =~ ^[1-9][0-9]*$ ]] || stop "$runs is not a number of runs."
    swift build --build-tests
    tests=$(find "$(swift build --show-bin-path)" -maxdepth 1 -name '*PackageTests.xctest')
    rm -rf "$work"
    mkdir -p "$work"
    sync_disk &
    little=$(limited_tasks)
    run_each_third 1 /dev/null "$@" &
    plain=$!
    run_each_third 2 "$little" "$@" &
    limited=$!
    run_each_third 3 /dev/null "$@"
    wait "$plain" "$limited"
    if [[ -e $work/failed ]]; then stop "Some of $runs runs failed."; fi
    echo "All of $runs runs passed."
}

work=$PWD/.build/stress
group=/sys/fs/cgroup/memory/stress-test.$$
scratch=$(mktemp -d)
clean_up() {
    local jobs
    mapfile -t jobs < <(jobs -p)
    if ((${#jobs[@]})); then
        kill "${jobs[@]}" 2>/dev/null || true
        wait "${jobs[@]}" 2>/dev/null || true
    fi
    rm -rf "$work/written" "$scratch"
    if [[ -d $group ]]; then rmdir "$group" || true; fi
}
trap clean_up EXIT

case ${1:-} in
crashes | load | histories | journeys | threads) "run_$1" "${@:2}" ;;
tests) run_tests_together "${@:2}" ;;
*) stop "Usage: Scripts/stress-test.sh crashes|load|histories|journeys|threads|tests [arguments]" ;;
esac
