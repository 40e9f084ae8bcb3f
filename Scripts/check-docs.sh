#!/usr/bin/env bash
# Builds the documentation of each library that has a catalog, from the modules that were built last;
# a warning fails. Usage: Scripts/check-docs.sh [folder that keeps the archives]
set -euo pipefail
archives=${1:+$(mkdir -p "$1" && cd "$1" && pwd)}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

find_build "$PWD"
options=(-target "$triple" -I "$products/Modules" -minimum-access-level public "${module_maps[@]}")

for catalog in Sources/*/*.docc; do
    module=$(basename "$(dirname "$catalog")")
    graphs=$scratch/$module
    mkdir "$graphs"
    swift-symbolgraph-extract -module-name "$module" "${options[@]}" -output-dir "$graphs" \
        -emit-extension-block-symbols
    docc convert "$catalog" --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "${archives:-$scratch}/$module.doccarchive" >/dev/null
    echo "$module: documented without a warning"
done
