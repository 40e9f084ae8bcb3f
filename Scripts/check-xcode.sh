#!/usr/bin/env bash
# Compares the Xcode projects with the manifest and with the files they name. They cannot be built here:
# .github/workflows/macos.yml does. Skipped without Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

have python3 || stop "xcode: skipped, because there is no python3"
venv=.build/xcode-projects
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv" >&2
    "$venv/bin/pip" install --quiet pbxproj==4.3.3 >&2
fi
"$venv/bin/python" Scripts/check-xcode.py
