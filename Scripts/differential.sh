#!/usr/bin/env bash
# Lets AppReceipt, openssl and another verifier judge the same mutated receipts; see Fuzzing/Differential.md.
# Usage: Scripts/differential.sh [count] [seed]
# RECEIPT_VARIANTS is a folder with `receipt/1-*.der` beside `index.json`, RECEIPT_PKI that of the certificates and keys they are
# signed with; the sizes 1 and 10 lie in `receipts` beside the folder of variants. DIFFERENTIAL_PYTHON is a Python with
# `cryptography` and `apple-purchase-receipt-verifier` (default: one is made with pip).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
: "${RECEIPT_VARIANTS:?names no folder of receipts}" "${RECEIPT_PKI:?names no folder of certificates}"
have openssl || stop "There is no openssl on the PATH."

build=(nice swift build -c release --package-path Fuzzing --scratch-path Fuzzing/.build/plain --product judge-receipts)
"${build[@]}" >&2
work=Fuzzing/.build/differential
mkdir -p "$work"
python=${DIFFERENTIAL_PYTHON:-$work/venv/bin/python}
if [[ ! -x $python ]]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet cryptography apple-purchase-receipt-verifier==0.12.0
fi
exec nice "$python" Fuzzing/Differential/differential.py --variants "$RECEIPT_VARIANTS/receipt" \
    --receipts "$RECEIPT_VARIANTS/../receipts" --pki "$RECEIPT_PKI" --work "$work" \
    --judge "$("${build[@]}" --show-bin-path)/judge-receipts" --count "${1:-10000}" --seed "${2:-1}"
