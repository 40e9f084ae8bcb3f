#!/usr/bin/env bash
# Uses the transaction manager in a browser without windows, as a person would: buys, refunds, advances the time.
# Usage: Scripts/check-page.sh; needs chromium and python3, and is skipped where one is missing. CHROMIUM names another program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

skip() {
    echo "skipped: the transaction manager is not checked, because there is no $1"
    exit 0
}

find_browser() {
    local name
    for name in ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome; do
        if command -v "$name"; then return 0; fi
    done
    return 1
}

browser=$(find_browser) || skip "chromium"
command -v python3 >/dev/null || skip "python3"
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

swift build --enable-all-traits --product storectl
storectl=$(swift build --enable-all-traits --show-bin-path)/storectl
folder=$(mktemp -d)
# shellcheck disable=SC2064
trap "rm -rf '$folder'" EXIT
# A failure leaves the folder for its picture of the page.
PYTHONDONTWRITEBYTECODE=1 python3 Scripts/page/check_page.py \
    "$browser" "$storectl" Sources/demo/Shop.storekit "$folder" || { trap - EXIT && exit 1; }
