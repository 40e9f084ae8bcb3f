#!/usr/bin/env bash
# Runs all tests again and again in each other's way, to find tests that depend on how fast the machine is.
# Usage: Scripts/stress-test.sh [runs] [options of Swift Testing, such as --filter]
# Three runs go on at once, as many processors as there may be: one of them beside a disk that syncs without a pause,
# and one with little memory, which needs root and control groups. STRESS_MEMORY is how many MiB that is (default: 512).
# The output of runs that failed is kept in .build/stress.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

runs=${1:-30}
shift $(($# < 1 ? $# : 1))
memory=${STRESS_MEMORY:-512}
work=$PWD/.build/stress
group=/sys/fs/cgroup/memory/stress-test.$$

[[ $runs =~ ^[1-9][0-9]*$ ]] || stop "Usage: Scripts/stress-test.sh [runs] [options of Swift Testing, such as --filter]"

clean_up() {
    local jobs
    mapfile -t jobs < <(jobs -p)
    if ((${#jobs[@]})); then
        kill "${jobs[@]}" 2>/dev/null || true
        wait "${jobs[@]}" 2>/dev/null || true
    fi
    rm -f "$work/written"
    if [[ -d $group ]]; then rmdir "$group" || true; fi
}
trap clean_up EXIT

sync_disk() {
    while :; do dd if=/dev/zero of="$work/written" bs=64k count=64 conv=fsync status=none; done
}

# Prints the file by which a process joins the control group with little memory.
limited_tasks() {
    if mkdir -p "$group" 2>/dev/null && echo $((memory << 20)) >"$group/memory.limit_in_bytes"; then
        echo "$group/tasks"
    else
        say "Nothing here limits memory; these runs have all of it."
        echo /dev/null
    fi
}

# Runs all tests once, without SwiftPM, which admits one process to a build.
run() {
    local number=$1 tasks=$2 output
    shift 2
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
}

# Runs every third of the runs, one after the other.
run_each_third() {
    local number first=$1
    shift
    for ((number = first; number <= runs; number += 3)); do run "$number" "$@"; done
}

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
