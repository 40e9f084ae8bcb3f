#!/usr/bin/env bash
# Everything that has to hold before a commit: source rules, a build where warnings are errors, the manifest with other
# platforms and packages, examples, documentation, the page in a browser, and the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

# Ask the manifest to make warnings errors, and for all tests. All steps have them, so that they
# share one build.
export SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1 SWIFTYSTOREKIT_TESTS=all
# Apple's server library, for an example and for the suites that ask it.
EXAMPLES_PYTHON=${EXAMPLES_PYTHON:-$(make_apple_python)}
export EXAMPLES_PYTHON APPLE_CLIENT_PYTHON=${APPLE_CLIENT_PYTHON:-$EXAMPLES_PYTHON}

step() { printf '\n== %s\n' "$*"; }

step "Source"
Scripts/check-source.sh
step "Build"
swift build --build-tests --enable-all-traits
step "Manifest, packages and platforms"
Scripts/check-manifest.sh
step "Examples"
Scripts/check-examples.sh
step "Documentation"
Scripts/docs.sh --check
step "Page"
Scripts/check-page.sh
# The last step, whose closing lines are the last ones.
step "Tests"
Scripts/test.sh --skip-build "$@"
