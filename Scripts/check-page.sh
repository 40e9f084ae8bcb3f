#!/usr/bin/env bash
# Uses the transaction manager in a browser without windows, as a person would: buys, refunds, advances the time.
# Usage: Scripts/check-page.sh; needs chromium and python3, and is skipped where one is missing. CHROMIUM names another program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

browser=$(command -v ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome | head -n 1) || true
if [[ -z $browser ]] || ! have python3; then
    echo "skipped: the transaction manager is not checked, because there is no chromium or no python3"
    exit 0
fi
swift build --enable-all-traits --product storectl
folder=$(mktemp -d)
# A failure leaves the folder for its picture of the page.
PYTHONDONTWRITEBYTECODE=1 python3 Tests/Page/check.py "$browser" \
    "$(swift build --enable-all-traits --show-bin-path)/storectl" Sources/demo/Shop.storekit "$folder"
rm -r "$folder"
