#!/usr/bin/env bash
# Builds and runs the tests of the entitlement service, and then the service as a whole, beside a local store.
# Usage: Scripts/service-test.sh [options of swift test]
# With options, such as --filter, the tests alone are run. RANDOM_HISTORIES is the number of random histories (default: 6).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# shellcheck source=Scripts/service-setup.sh
source Scripts/service-setup.sh

require_libpq
require_postgres
# The manifest then has the tests.
export ENTITLEMENTS_TESTS=1
swift build --package-path "$package" --build-tests
if (($# == 0)); then
    [[ -n ${SERVICE_PYTHON:-} ]] || SERVICE_PYTHON=$(make_apple_python)
    export SERVICE_PYTHON
    Scripts/check-service.sh
fi
output=$(mktemp)
trap 'rm -f "$output"' EXIT
if swift test --package-path "$package" --skip-build "$@" 2>&1 | tee "$output"; then exit; fi
# Among many lines nobody finds what failed, so it is told again at the end.
grep -E 'recorded an issue|Fatal error|unexpected signal|error:' "$output" >&2 || true
stop "The tests of the service failed."
