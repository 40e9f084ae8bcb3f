#!/usr/bin/env bash
# Builds the demo if need be and runs it. Usage: Scripts/demo.sh [--interactive]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
[[ $(uname -s) == Linux ]] || stop "The demo runs on Linux, where this package brings StoreKit itself."
exec swift run demo "$@"
