#!/usr/bin/env bash
# Everything that has to hold before a commit: source rules, a build where warnings are errors, documentation, tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

# The manifest makes warnings errors for this; everything below builds with the same flags, so only once.
export SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1

step() { printf '\n== %s\n' "$*"; }

step "Source"
Scripts/check-source.sh
step "Build"
swift build --build-tests
step "Documentation"
Scripts/check-docs.sh
step "Tests"
Scripts/test.sh "$@"
