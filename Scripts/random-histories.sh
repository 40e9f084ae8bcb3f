#!/usr/bin/env bash
# Runs random commands on random catalogs, checks the ledger's invariants after each of them, and
# compares the store with an independent model of subscriptions.
# Usage: Scripts/random-histories.sh [histories] [seed]
# A failure prints its seed and the shortest history that was found to fail; `Scripts/random-histories.sh 1 SEED` repeats it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
export RANDOM_HISTORIES=${1:-100000}
export MODEL_HISTORIES=$RANDOM_HISTORIES
export RANDOM_HISTORY_SEED=${2:-1}
swift test --filter 'RandomHistoryTests|SubscriptionModelTests'
