#!/usr/bin/env bash
# Lets the client of Apple's server library ask a local store over HTTP, and verify what it answers; its verifier decodes
# what an app reads by StoreKit 2, too.
# Usage: Scripts/check-apple-client.sh [options of swift test]
# APPLE_CLIENT_PYTHON is a Python with `app-store-server-library` (default: one is made with pip).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

if [[ -z ${APPLE_CLIENT_PYTHON:-} ]]; then
    venv=.build/apple-client
    if [[ ! -x $venv/bin/python ]]; then
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet app-store-server-library==3.1.2
    fi
    APPLE_CLIENT_PYTHON=$PWD/$venv/bin/python
fi
export APPLE_CLIENT_PYTHON
exec swift test --enable-all-traits --filter 'AppleClientTests|AppleVerifierTests' "$@"
