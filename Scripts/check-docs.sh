#!/usr/bin/env bash
# Builds the documentation of each library that has a catalog, from the modules that were built last;
# a warning fails. Usage: Scripts/check-docs.sh [folder that keeps the archives]
#
# Articles of two modules link to each other, so all are built twice: the first time for what can be
# linked to, the second time with it.
set -euo pipefail
archives=${1:+$(mkdir -p "$1" && cd "$1" && pwd)}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/linkable" "$scratch/archives"

find_build "$PWD"
options=(-target "$triple" -I "$products/Modules" -minimum-access-level public "${module_maps[@]}")

# Builds the archive of a module in a folder, with further options.
convert() {
    local module=$1 folder=$2
    shift 2
    docc convert "Sources/$module/Documentation.docc" --additional-symbol-graph-dir "$scratch/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --enable-experimental-external-link-support --output-path "$folder/$module.doccarchive" "$@"
}

# Extracts the symbols of a module. Those of a module of ours that it exports, and that has no catalog,
# count as its own, as for a client, and so do extensions of them.
extract() {
    local module=$1 exported extensions=-emit-extension-block-symbols
    for exported in $(grep -rhoE '^@_exported public import [A-Za-z]+$' "Sources/$module" | cut -d ' ' -f 4); do
        [[ -d Sources/$exported && ! -d Sources/$exported/Documentation.docc ]] || continue
        swift-symbolgraph-extract -module-name "$exported" "${options[@]}" -output-dir "$scratch/$module"
        sed -i "s/\"module\":{\"name\":\"$exported\"/\"module\":{\"name\":\"$module\"/" \
            "$scratch/$module/$exported.symbols.json"
        extensions=-omit-extension-block-symbols
    done
    swift-symbolgraph-extract -module-name "$module" "${options[@]}" -output-dir "$scratch/$module" "$extensions"
    # The name with an @ is that of extensions of another module.
    for exported in "$scratch/$module"/*@*.symbols.json; do
        [[ $extensions == -emit* || ! -e $exported ]] || mv "$exported" "${exported/@/-}"
    done
}

modules=()
for catalog in Sources/*/Documentation.docc; do
    module=$(basename "$(dirname "$catalog")")
    modules+=("$module")
    mkdir "$scratch/$module"
    extract "$module"
    # Its warnings are about links that the second time resolves.
    convert "$module" "$scratch/linkable" >/dev/null 2>&1 || true
done
for module in "${modules[@]}"; do
    others=()
    for other in "${modules[@]}"; do
        [[ $other == "$module" ]] || others+=(--dependency "$scratch/linkable/$other.doccarchive")
    done
    convert "$module" "${archives:-$scratch/archives}" --warnings-as-errors "${others[@]}" >"$scratch/log" ||
        stop "$(cat "$scratch/log")"
    echo "$module: documented without a warning"
done
