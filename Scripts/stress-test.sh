#!/usr/bin/env bash
# Runs all tests again and again while something else wants the machine, to find tests that depend on how fast it is.
# Usage: Scripts/stress-test.sh [runs] [options of swift test]
# The conditions take turns: nothing else, busy processors, a disk that syncs, both, and little memory, which needs root and
# control groups. STRESS_MEMORY is how many MiB the tests may then have (default: 512).
# The output of runs that failed is kept in .build/stress.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

runs=${1:-30}
shift $(($# < 1 ? $# : 1))
memory=${STRESS_MEMORY:-512}
conditions=(nothing processors disk both memory)
work=.build/stress
group=/sys/fs/cgroup/memory/stress-test.$$
load=()

[[ $runs =~ ^[1-9][0-9]*$ ]] || stop "Usage: Scripts/stress-test.sh [runs] [options of swift test]"

end_load() {
    if ((${#load[@]})); then
        kill "${load[@]}" 2>/dev/null || true
        wait "${load[@]}" 2>/dev/null || true
    fi
    load=()
    rm -f "$work/written"
}

clean_up() {
    end_load
    if [[ -d $group ]]; then rmdir "$group"; fi
}
trap clean_up EXIT

use_processors() {
    local count
    for ((count = 0; count < 2 * $(getconf _NPROCESSORS_ONLN); count++)); do
        (while :; do :; done) &
        load+=($!)
    done
}

use_disk() {
    (while :; do dd if=/dev/zero of="$work/written" bs=64k count=64 conv=fsync status=none; done) &
    load+=($!)
}

# Whether the tests can be given less memory; says why not.
limit_memory() {
    if [[ ! -d $group ]] && ! mkdir "$group" 2>/dev/null; then
        say "Nothing here limits memory; this run has all of it."
        return
    fi
    echo $((memory << 20)) >"$group/memory.limit_in_bytes"
}

test_under() {
    local tasks=/dev/null
    case $1 in
    processors) use_processors ;;
    disk) use_disk ;;
    both) use_processors && use_disk ;;
    memory) limit_memory && if [[ -d $group ]]; then tasks=$group/tasks; fi ;;
    esac
    shift
    bash -c 'echo $$ >"$0" && exec swift test --skip-build "$@"' "$tasks" "$@"
}

swift build --build-tests
mkdir -p "$work"
failed=0
for ((run = 1; run <= runs; run++)); do
    condition=${conditions[$(((run - 1) % ${#conditions[@]}))]}
    output=$work/run-$run-$condition.txt
    if test_under "$condition" "$@" >"$output" 2>&1; then
        echo "run $run, $condition: passed, $(grep -Eo 'Test run with [0-9]+ tests? .* after [0-9.]+ seconds' "$output" | tail -n 1)"
        rm "$output"
    else
        echo "run $run, $condition: failed; see $output"
        grep -E 'recorded an issue|Fatal|unexpected signal|Time limit' "$output" | head -n 10 || true
        failed=$((failed + 1))
    fi
    end_load
done
echo "$failed of $runs runs failed"
((failed == 0))
