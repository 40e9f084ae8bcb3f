#!/usr/bin/env bash
# Compares SwiftyStoreKit.podspec with the manifest, the sources and the change log. Scripts/check-platforms.sh
# compiles the pod, with what these print: --options, the compiler's options; --files, the pattern of its files.
set -euo pipefail
shopt -s inherit_errexit globstar
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

# Prints what a pattern captures in the podspec.
field() { sed -nE "s/^.*$1.*\$/\\1/p" $podspec; }

# Prints the options with which CocoaPods has the pod compiled, as one module.
options() {
    echo "-module-name $(field "s\.name = '([^']+)'") -swift-version $(field "swift_versions = \['([0-9]+)\.0'\]")"
    grep -oE '(-package-name|-enable-upcoming-feature) [A-Za-z]+' $podspec
}

# Prints the minimums of the manifest in the podspec's words; a pod has none of its own for Mac Catalyst.
manifest_minimums() {
    sed -nE '/^    platforms: \[/,/\]/p' Package.swift | grep -oE '\.[a-zA-Z]+\([^)]*\)' | grep -v macCatalyst |
        sed -E 's/^\.macOS/.osx/; s/^\.([a-zA-Z]+)\("?\.?v?([0-9_.]+)"?\)/\1 \2/; s/_/./' |
        awk '{ if ($2 !~ /\./) $2 = $2 ".0"; print tolower($1), $2 }' | sort
}

# Prints the options that the manifest stands for.
manifest_options() {
    echo "-module-name SwiftyStoreKit -swift-version $(sed -nE 's/.*swiftLanguageMode\(\.v([0-9]+)\).*/\1/p' Package.swift | head -n 1)"
    echo "-package-name swiftystorekit"
    sed -nE 's/.*enableUpcomingFeature\("(.*)"\).*/-enable-upcoming-feature \1/p' Package.swift
}

check() {
    diff <(manifest_minimums) <(sed -nE "s/^  s\.([a-z]+)\.deployment_target = '([0-9.]+)'/\1 \2/p" $podspec | sort) ||
        stop "podspec: the minimums are not those of Package.swift."
    diff <(manifest_options) <(options) || stop "podspec: the options are not those of Package.swift."
    # The pattern is the podspec's.
    # shellcheck disable=SC2046
    diff <(printf '%s\n' $(field "s\.source_files = '([^']+)'") | sort) <(find Sources/SwiftyStoreKit -name '*.swift' | sort) ||
        stop "podspec: the files are not those of the target."
    grep -q "^## $(field "s\.version = '([^']+)'")" CHANGELOG.md || stop "podspec: CHANGELOG.md has no such version."
}

podspec=SwiftyStoreKit.podspec
case ${1:-} in
--options) options | tr '\n' ' ' ;;
--files) field "s\.source_files = '([^']+)'" ;;
*) check ;;
esac
