#!/usr/bin/env bash
# Refuses lines of more than 100 columns, which the formatter leaves in comments and in texts.
# Usage: Scripts/check-columns.sh [file or folder...]; with --self-test it breaks the rule and expects to be told.
set -euo pipefail

# A file that the formatter ignores is somebody's text to the letter; the seeds are data.
is_exempt() {
    [[ $1 == */ResponseSeeds.swift ]] || grep -qx '// swift-format-ignore-file' "$1"
}

check() {
    local file failed=0
    while IFS= read -r file; do
        is_exempt "$file" && continue
        if LC_ALL=C.UTF-8 grep -HnE '^.{101,}$' "$file"; then failed=1; fi
    done < <(find "$@" -name '*.swift')
    [[ $failed == 0 ]] || echo "A line has at most 100 columns."
    return "$failed"
}

# Lines of 100 and of 101 columns, of each kind.
self_test() {
    local folder kind line
    folder=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$folder'" EXIT
    for kind in '// ' '        /// ' 'let text = "' '    // é'; do
        line=$kind$(printf 'x%.0s' {1..100})
        printf '%s\n' "${line:0:100}" >"$folder/Good.swift"
        check "$folder" || { echo "self-test: 100 columns of '$kind' are refused" && exit 1; }
        printf '%s\n' "${line:0:101}" >"$folder/Bad.swift"
        if check "$folder" >/dev/null; then
            echo "self-test: 101 columns of '$kind' are accepted"
            exit 1
        fi
        rm "$folder/Bad.swift"
    done
}

if [[ ${1:-} == --self-test ]]; then
    export LC_ALL=C.UTF-8
    self_test
else
    if [[ $# == 0 ]]; then cd "$(dirname "${BASH_SOURCE[0]}")/.." && set -- Sources Tests; fi
    check "$@"
fi
