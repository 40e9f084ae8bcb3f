#!/usr/bin/env bash
# Lets AppReceipt and other verifiers judge the same documents. Usage: Scripts/differential.sh receipts|jws [count] [seed]
#
# receipts: mutated receipts, with openssl and another verifier; see Fuzzing/Differential.md. RECEIPT_VARIANTS is a folder
#     with `receipt/1-*.der` beside `index.json`, RECEIPT_PKI that of the certificates and keys they are signed with; the
#     sizes 1 and 10 lie in `receipts` beside the folder of variants.
# jws: signed documents, with Apple's server library and another verifier; see Fuzzing/DifferentialJWS.md. All keys and
#     documents are made by the run.
#
# DIFFERENTIAL_PYTHON is a Python with `cryptography`, `apple-purchase-receipt-verifier` and, for jws,
# `app-store-server-library` (default: one is made with pip).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

subject=${1:-}
work=Fuzzing/.build/differential-$subject
case $subject in
receipts)
    : "${RECEIPT_VARIANTS:?names no folder of receipts}" "${RECEIPT_PKI:?names no folder of certificates}"
    have openssl || stop "There is no openssl on the PATH."
    arguments=(Fuzzing/Differential/differential.py --variants "$RECEIPT_VARIANTS/receipt"
        --receipts "$RECEIPT_VARIANTS/../receipts" --pki "$RECEIPT_PKI")
    ;;
jws) arguments=(Fuzzing/Differential/jws.py) ;;
*) stop "Usage: Scripts/differential.sh receipts|jws [count] [seed]" ;;
esac

build=(nice swift build -c release --package-path Fuzzing --scratch-path Fuzzing/.build/plain --product "judge-$subject")
"${build[@]}" >&2
mkdir -p "$work"
[[ -n ${DIFFERENTIAL_PYTHON:-} ]] || DIFFERENTIAL_PYTHON=$(make_python Fuzzing/.build/differential-python \
    cryptography app-store-server-library==3.1.2 apple-purchase-receipt-verifier==0.12.0)
exec nice "$DIFFERENTIAL_PYTHON" "${arguments[@]}" --work "$work" \
    --judge "$("${build[@]}" --show-bin-path)/judge-$subject" --count "${2:-10000}" --seed "${3:-1}"
