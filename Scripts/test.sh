#!/usr/bin/env bash
# Builds and runs the tests. Usage: Scripts/test.sh [options of swift test]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
# On Apple platforms no trait is a default.
exec swift test --enable-all-traits "$@"
