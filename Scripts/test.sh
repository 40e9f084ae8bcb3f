#!/usr/bin/env bash
# Builds and runs the tests. Usage: Scripts/test.sh [--all] [options of swift test]
# With --all, tables are complete, histories are many, and processes are killed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

if [[ ${1:-} == --all ]]; then
    shift
    export SWIFTYSTOREKIT_TESTS=all
fi
# On Apple platforms no trait is a default.
run_tests --enable-all-traits "$@"
