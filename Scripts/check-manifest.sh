#!/usr/bin/env bash
# Tries the manifest as clients meet it, on Apple's platforms and elsewhere: what they download,
# what a missing trait says, and whether a build works that suppresses a dependency's warnings.
# The modules of the last build stand in for StoreKit, so build first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
unset SWIFTYSTOREKIT_WARNINGS_AS_ERRORS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "manifest: $1"
    exit 1
}

# A copy of the package whose manifest takes the given branch; its folder's name is the package's.
copy() {
    local package
    package=$scratch/$1/$(basename "$PWD")
    mkdir -p "$package"
    sed "s/^#if canImport(Darwin)\$/#if $2/" Package.swift >"$package/Package.swift"
    grep -q "^#if $2\$" "$package/Package.swift" || fail "the condition about Darwin is not there"
    tar -cf - --exclude .build Sources Tests Examples/Shop | tar -xf - -C "$package"
    echo "$package"
}

# The identities of the packages that a client resolves, sorted, in one line.
pins() {
    swift package --package-path "$1" resolve >"$scratch/log" 2>&1 ||
        fail "a client does not resolve: $(cat "$scratch/log")"
    if [[ -e $1/Package.resolved ]]; then
        sed -nE 's/^ *"identity" : "([^"]*)".*/\1/p' "$1/Package.resolved" | sort | paste -sd ' ' -
    fi
}

expect_pins() {
    local found
    found=$(pins "$2")
    [[ $found == "$3" ]] || fail "$1 pins \"$found\" where \"$3\" is expected"
}

settings='"(treat[A-Za-z]*Warnings?|unsafeFlags)"'
SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1 swift package dump-package >"$scratch/strict"
grep -qE "$settings" "$scratch/strict" || fail "the checks do not make warnings errors"
swift package dump-package >"$scratch/manifest"
if grep -E "$settings" "$scratch/manifest"; then
    fail "these settings collide with what build systems give to dependencies"
fi

apple=$(copy apple true)
elsewhere=$(copy elsewhere false)
consumers=$apple/Tests/Consumers
receipts="swift-asn1 swift-certificates swift-crypto"
store="flyingfox grdb.swift swift-argument-parser $receipts"
[[ $(swift --version 2>/dev/null) =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]
if ((BASH_REMATCH[1] * 100 + BASH_REMATCH[2] >= 603)); then
    expect_pins "an app of Apple's platforms that only sells" "$consumers/Seller" ""
    expect_pins "one that verifies receipts" "$consumers/Verifier" "$receipts"
    expect_pins "an app elsewhere" "$elsewhere/Tests/Consumers/Seller" "$store"
else
    echo "manifest: SwiftPM before 6.3 resolves packages of traits that are off; not compared"
fi

find_build "$PWD"
options=(-Xswiftc -suppress-warnings -Xswiftc -I -Xswiftc "$products/Modules")
for option in "${module_maps[@]}"; do options+=(-Xswiftc "$option"); done

without=$consumers/Traitless
cp -R "$consumers/Verifier" "$without"
sed 's/, traits: \["Receipts"\]//' "$consumers/Verifier/Package.swift" >"$without/Package.swift"
if swift build --package-path "$without" --target AppReceipt >"$scratch/log" 2>&1; then
    fail "AppReceipt builds without its trait"
fi
told=$(grep -E '^/.*error: ' "$scratch/log" | sort -u)
[[ $told == *'traits: ["Receipts"])' && $told != *$'\n'* ]] ||
    fail "a missing trait is not the one error that is told: $told"

for target in Seller SellerTests; do
    swift build --package-path "$consumers/Seller" --target "$target" "${options[@]}" \
        >"$scratch/log" 2>&1 || fail "a client does not build: $(tail -n 20 "$scratch/log")"
done
echo "manifest: clients download what they use, and build with warnings suppressed"
