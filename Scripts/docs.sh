#!/usr/bin/env bash
# Builds the documentation of all modules as one site and says how to open it.
# Usage: Scripts/docs.sh [folder of the site, .build/documentation without one]
set -euo pipefail
site=${1:-}
[[ -z $site || $site == /* ]] || site=$PWD/$site
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh

site=${site:-$PWD/.build/documentation}
if [[ -e $site && ! -e $site/metadata.json ]]; then stop "$site exists and is no documentation."; fi
archives=$(mktemp -d)
trap 'rm -rf "$archives"' EXIT

swift build
Scripts/check-docs.sh "$archives"
rm -rf "$site"
mkdir -p "$(dirname "$site")"
# What an app imports comes first, then the others by name.
paths=("$archives"/{SwiftyStoreKit,StoreTesting}.doccarchive)
for archive in "$archives"/*; do
    [[ " ${paths[*]} " == *" $archive "* ]] || paths+=("$archive")
done
docc merge "${paths[@]}" --output-path "$site" \
    --synthesized-landing-page-name SwiftyStoreKit --synthesized-landing-page-topics-style list
# The front page says where to begin; DocC's own would say that there is no such page.
cp Scripts/site/index.html "$site/index.html"
cat Scripts/site/tables.css >>"$(echo "$site"/css/index.*.css)"
while IFS= read -r page; do
    [[ -e $site/$page/index.html ]] || stop "Scripts/site/index.html links to $page, which is missing."
done < <(sed -nE 's/.*<a href="([^"]+)".*/\1/p' Scripts/site/index.html)

echo
echo "The documentation is in $site. A browser reads it from a web server:"
echo "  python3 -m http.server --directory '$site' 8000"
echo "  http://localhost:8000/"
