#!/usr/bin/env bash
# Type-checks the packages Benchmarks and Fuzzing, which see this one's public API alone, with the modules of the last
# debug build: their own builds would compile everything once more.
# Usage: Scripts/check-packages.sh, after a build
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

# The peer of the server's benchmarks, which no target of this package needs.
swift build --enable-all-traits --target FlyingFox
find_build "$PWD"
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

options=(-swift-version 6 -parse-as-library -warnings-as-errors -Wwarning DeprecatedDeclaration
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
    -I "$products/Modules" -I "$modules" -I Fuzzing/Sources/LibFuzzer "${module_maps[@]}")
mkdir "$modules/AllocationCount"
cp Benchmarks/Sources/AllocationCount/include/AllocationCount.h "$modules/AllocationCount"
echo 'module AllocationCount { header "AllocationCount.h" export * }' >"$modules/AllocationCount/module.modulemap"
options+=(-Xcc "-fmodule-map-file=$modules/AllocationCount/module.modulemap")

# Runs the compiler on the sources of a target, with further options.
compile() {
    local folder=$1 files
    shift
    mapfile -t files < <(find -L "$folder" -name '*.swift' | sort)
    swiftc "${options[@]}" -package-name "${folder%%/*}" "$@" "${files[@]}"
}

for folder in Benchmarks/Sources/{Measuring,LedgerFilling} Fuzzing/Sources/{Driving,JWSDocuments}; do
    name=$(basename "$folder")
    compile "$folder" -emit-module -module-name "$name" -o "$modules/$name.swiftmodule"
done
for folder in Benchmarks/Sources/{Store,Receipts,JWS,Queries,Server,Storectl} \
    Fuzzing/Sources/{Receipts,Responses,Catalogs,JWS,Bearer,Requests,Judging,JudgingJWS}; do
    compile "$folder" -typecheck -module-name "$(basename "$folder")Program"
    echo "$folder compiles."
done
