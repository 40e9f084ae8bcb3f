#!/usr/bin/env bash
# Lists what breaks clients since a commit or tag; fails if something does that Scripts/api-breakage has no line for. It
# builds the baseline, whose API it keeps in .build/api.
# Usage: Scripts/check-api.sh [another baseline]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# The last version; a release puts its tag here.
baseline=2ea6a6224f355074d2e5356f3eff76ed889f3ebb
# The settings of Scripts/check.sh, whose build serves here.
export SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1 SWIFTYSTOREKIT_TESTS=all
exec swift package --enable-all-traits diagnose-api-breaking-changes "${1:-$baseline}" \
    --baseline-dir .build/api --breakage-allowlist-path Scripts/api-breakage
