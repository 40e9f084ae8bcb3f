#!/usr/bin/env bash
# Lets AppReceipt, Apple's server library and another verifier judge the same signed documents; see Fuzzing/DifferentialJWS.md.
# Usage: Scripts/differential-jws.sh [count] [seed]
# DIFFERENTIAL_PYTHON is a Python with `cryptography`, `app-store-server-library` and `apple-purchase-receipt-verifier` (default:
# one is made with pip). All keys and documents are made by the run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

build=(nice swift build -c release --package-path Fuzzing --scratch-path Fuzzing/.build/plain --product judge-jws)
"${build[@]}" >&2
work=Fuzzing/.build/differential-jws
mkdir -p "$work"
python=${DIFFERENTIAL_PYTHON:-$work/venv/bin/python}
if [[ ! -x $python ]]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet cryptography app-store-server-library==3.1.2 apple-purchase-receipt-verifier==0.12.0
fi
exec nice "$python" Fuzzing/Differential/jws.py --work "$work" \
    --judge "$("${build[@]}" --show-bin-path)/judge-jws" --count "${1:-10000}" --seed "${2:-1}"
