#!/usr/bin/env bash
# Lets processes of the entitlement service, its database, network, disk, clock and clients fail while documents arrive, and
# looks whether anything was lost, granted or invented. Usage: Scripts/service-failures.sh [rounds] [seed] [scenarios]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# shellcheck source=Scripts/service-setup.sh
source Scripts/service-setup.sh
export ENTITLEMENTS_TESTS=1
rounds=${1:-100}
seed=${2:-$RANDOM}
require_libpq
require_postgres
for product in entitlements failure-harness; do
    swift build --package-path "$package" --product "$product" >&2
done
harness=$(swift build --package-path "$package" --show-bin-path)/failure-harness
echo "seed $seed"
exec "$harness" "${@:3}" --rounds "$rounds" --seed "$seed"
