#!/usr/bin/env bash
# Has eight processes create one ledger at once, 200 times; then kills processes that buy by both APIs, renew, share, download and
# refund, some with a clock that goes back, and servers beside them, and counts what their ledgers lost. Usage: Scripts/crash-test.sh [kills] [seed]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
export SWIFTYSTOREKIT_TESTS=all
count=${1:-1000}
seed=${2:-$RANDOM}
swift build --product crash-harness
harness=$(swift build --show-bin-path)/crash-harness
"$harness" create 200 8 Tests/Fixtures/Products.storekit
echo "seed $seed"
exec "$harness" kill "$count" "$seed" Tests/Fixtures/Products.storekit
