#!/usr/bin/env bash
# Builds the documentation of all modules as one site and says how to open it.
# Usage: Scripts/docs.sh [folder of the site, .build/documentation without one]
#        Scripts/docs.sh --check, after a build: makes no site; a warning fails, as it does otherwise
#
# Articles of two modules link to each other, so all are built twice: the first time for what can be
# linked to, the second time with it.
set -euo pipefail
site=${1:-}
[[ -z $site || $site == /* ]] || site=$PWD/$site
cd "$(dirname "${BASH_SOURCE[0]}")/.."
site=${site:-$PWD/.build/documentation}
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/linkable" "$scratch/archives"
if [[ ${1:-} != --check ]]; then
    if [[ -e $site && ! -e $site/metadata.json ]]; then stop "$site exists and is no documentation."; fi
    swift build
fi

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
    convert "$module" "$scratch/archives" --warnings-as-errors "${others[@]}" >"$scratch/log" || stop "$(cat "$scratch/log")"
    echo "$module: documented without a warning"
done
[[ ${1:-} != --check ]] || exit 0

rm -rf "$site"
mkdir -p "$(dirname "$site")"
# What an app imports comes first, then the others by name.
paths=("$scratch"/archives/{SwiftyStoreKit,StoreTesting}.doccarchive)
for archive in "$scratch"/archives/*; do
    [[ " ${paths[*]} " == *" $archive "* ]] || paths+=("$archive")
done
docc merge "${paths[@]}" --output-path "$site" \
    --synthesized-landing-page-name SwiftyStoreKit --synthesized-landing-page-topics-style list
# The front page says where to begin; DocC's own would say that there is no such page.
cp Documentation/Site/index.html "$site/index.html"
cat Documentation/Site/tables.css >>"$(echo "$site"/css/index.*.css)"
while IFS= read -r page; do
    [[ -e $site/$page/index.html ]] || stop "Documentation/Site/index.html links to $page, which is missing."
done < <(sed -nE 's/.*<a href="([^"]+)".*/\1/p' Documentation/Site/index.html)

echo
echo "The documentation is in $site. A browser reads it from a web server:"
echo "  python3 -m http.server --directory '$site' 8000"
echo "  http://localhost:8000/"
