#!/usr/bin/env bash
# Lets the client of Apple's server library ask a local store over HTTP, and verify what it answers; its verifier decodes
# what an app reads by StoreKit 2, too.
# Usage: Scripts/check-apple-client.sh [options of swift test]
# APPLE_CLIENT_PYTHON is a Python with `app-store-server-library` (default: one is made with pip).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

[[ -n ${APPLE_CLIENT_PYTHON:-} ]] || APPLE_CLIENT_PYTHON=$(make_apple_python)
export APPLE_CLIENT_PYTHON
exec swift test --enable-all-traits --filter 'AppleClientTests|AppleVerifierTests' "$@"
