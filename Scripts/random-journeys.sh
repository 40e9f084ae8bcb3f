#!/usr/bin/env bash
# Runs random journeys of customers, and compares after each step what both APIs tell; see JourneyTests.
# Usage: Scripts/random-journeys.sh [journeys] [seed]
# A failure names its seed; `Scripts/random-journeys.sh 1 SEED` repeats it. Each thousand has a process of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
count=${1:-100000}
seed=${2:-$RANDOM}

swift build --build-tests --enable-all-traits
output=$(mktemp)
trap 'rm -f "$output"' EXIT
for ((run = 0; run < count; run += JOURNEYS)); do
    export JOURNEYS=$((count - run < 1000 ? count - run : 1000)) JOURNEY_SEED=$((seed + run))
    if ! swift test --skip-build --enable-all-traits --filter JourneyTests >"$output" 2>&1; then
        cat "$output"
        stop "Journeys with the seeds from $JOURNEY_SEED on failed."
    fi
    say "$((run + JOURNEYS)) of $count journeys from seed $seed, in $SECONDS s"
done
