#!/usr/bin/env bash
# Checks what no compiler does: format, the scripts, imports, the length of files, and what a library must not do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=0

folders=(Sources Tests Package.swift)
# Of the packages beside this one only what belongs to them, so that a build folder inside does not count.
while IFS= read -r file; do folders+=("$file"); done < <(git ls-files 'Benchmarks/*.swift' 'Examples/*.swift' 'Fuzzing/*.swift' 'Services/*.swift')
swift format lint --strict --parallel --recursive "${folders[@]}" || failed=1

Scripts/check-imports.sh || failed=1
Scripts/check-availability.sh || failed=1

# The formatter leaves long lines in comments and in texts. A file that it ignores is somebody's text to the letter.
while IFS= read -r file; do
    if LC_ALL=C.UTF-8 grep -HnE '^.{101,}$' "$file"; then
        echo "A line has at most 100 columns."
        failed=1
    fi
done < <(find "${folders[@]}" -name '*.swift' ! -name ResponseSeeds.swift \
    -exec grep -Lx '// swift-format-ignore-file' {} +)

while read -r count file; do
    if [[ $file != total && $count -gt 400 ]]; then
        echo "$file:400: $count lines; 400 are the most"
        failed=1
    fi
done < <({
    find Sources Tests -name '*.swift' -exec wc -l {} +
    git ls-files -z 'Services/*.swift' | xargs -0 wc -l
})

libraries=()
for folder in Sources/*/ Services/*/Sources/*/; do
    [[ $folder == Sources/demo/ || $folder == */Sources/entitlements/ ]] || libraries+=("$folder")
done
# Key-value coding ends the process for an unknown key, as with Apple's Foundation: its methods
# return no error.
exempt=Sources/StoreKit/Foundation/_KeyValueCodedObject.swift
traps='(fatalError|preconditionFailure)\(|(try|as)!|(^|[^A-Za-z0-9_.])print\('
if grep -rnE --include='*.swift' "$traps" "${libraries[@]}" | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' |
    grep -v "^$exempt:"; then
    echo "A library neither ends the program nor prints."
    failed=1
fi

exit "$failed"
