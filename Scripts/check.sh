#!/usr/bin/env bash
# Everything that has to hold before a commit: source rules, a build where warnings are errors, the
# packages of benchmarks and fuzzers, the manifest and Xcode projects, Apple's platforms, Apple's client library,
# examples, documentation, the page in a browser, and the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

# Ask the manifest to make warnings errors, and for all tests. All steps have them, so that they
# share one build.
export SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1 SWIFTYSTOREKIT_TESTS=all

step() { printf '\n== %s\n' "$*"; }

step "Source"
Scripts/check-source.sh
step "Build"
swift build --build-tests --enable-all-traits
step "Packages"
Scripts/check-packages.sh
step "Manifest"
Scripts/check-manifest.sh
Scripts/check-podspec.sh
Scripts/check-xcode.sh
step "Platforms"
Scripts/check-platforms.sh
step "Apple's client"
Scripts/check-apple-client.sh --skip-build
step "Examples"
# The back end in Python has Apple's library from the step before.
EXAMPLES_PYTHON=$PWD/.build/apple-client/bin/python Scripts/check-examples.sh
step "Documentation"
Scripts/check-docs.sh
step "Page"
Scripts/check-page.sh
# The last step, whose closing lines are the last ones.
step "Tests"
Scripts/test.sh --skip-build "$@"
