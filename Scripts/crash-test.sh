#!/usr/bin/env bash
# Kills buying processes at random moments and counts what their ledgers lost. Usage: Scripts/crash-test.sh [count] [seed]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
count=${1:-1000}
seed=${2:-$RANDOM}
swift build --product journeys
echo "seed $seed"
exec "$(swift build --show-bin-path)/journeys" kill "$count" "$seed" Tests/Fixtures/Products.storekit
