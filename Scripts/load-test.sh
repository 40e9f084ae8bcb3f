#!/usr/bin/env bash
# Sends requests to a server on 64 connections, a minute of verifyReceipt and a minute of histories: none may fail, and the
# server's memory must not grow. Then kills servers under load while another process buys, and counts what was lost.
# Usage: Scripts/load-test.sh [kills] [seed]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
export SWIFTYSTOREKIT_TESTS=all
have wrk || stop "wrk is missing. Debian and Ubuntu have it: apt-get install wrk"
count=${1:-50}
seed=${2:-$RANDOM}
swift run -c release --package-path Benchmarks server-benchmarks memory
swift build --product crash-harness
harness=$(swift build --show-bin-path)/crash-harness
echo "seed $seed"
exec "$harness" kill-server "$count" "$seed" Tests/Fixtures/Products.storekit
