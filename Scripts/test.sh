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
output=$(mktemp)
trap 'rm -f "$output"' EXIT
# On Apple platforms no trait is a default.
if swift test --enable-all-traits "$@" 2>&1 | tee "$output"; then exit; fi
# Among thousands of lines nobody finds what failed, so it is told again at the end.
grep -E 'recorded an issue|Fatal error|unexpected signal|error:' "$output" >&2 || true
stop "The tests failed."
