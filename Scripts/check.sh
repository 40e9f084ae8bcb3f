#!/usr/bin/env bash
# Everything that has to hold before a commit: source rules, a build where warnings are errors, documentation, tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

step() { printf '\n== %s\n' "$*"; }

step "Source"
Scripts/check-source.sh
step "Build"
swift build --build-tests
step "Documentation"
Scripts/check-docs.sh
step "Tests"
Scripts/test.sh "$@"
