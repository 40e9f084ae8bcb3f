#!/bin/sh
# Kills buying processes at random moments and counts what their ledgers lost. Usage: Scripts/crash-test.sh [count] [seed]
set -eu
cd "$(dirname "$0")/.."
count=${1:-1000}
seed=${2:-$(date +%s)}
swift build --product journeys
echo "seed $seed"
exec "$(swift build --show-bin-path)/journeys" kill "$count" "$seed" Tests/Fixtures/Products.storekit
