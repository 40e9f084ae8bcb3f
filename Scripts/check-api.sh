#!/usr/bin/env bash
# Compares the public API, as the last build has it, with that of the last version: a difference has to
# be in CHANGELOG.md, as the name of the declaration in backticks below "## Unreleased".
# Usage: Scripts/check-api.sh; --write VERSION writes the API of a new version to Scripts/api/VERSION;
# --self-test compares made-up interfaces.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The modules of the products, StoreKit and StoreKitTest with them.
modules=(SwiftyStoreKit StoreKit StoreKitTest StoreTesting LocalAppStore LocalAppStoreServer AppReceipt ReceiptValidation)

# Prints a module's public interface as Swift, with comments.
interface() {
    swift-synthesize-interface -module-name "$1" -target "$triple" -I "$products/Modules" \
        "${module_maps[@]}"
}

# Prints the declarations of a module's interface sorted, one a line: the types around it, the
# declaration, its attributes. It is the same whether a member stands in a type or in an extension.
declarations() {
    awk -v module="$1" '
        /^[ \t]*(\/\/|$)/ || /^(@[^ ]* )*import / { next }
        { gsub(/^[ \t]+|[ \t]+$/, ""); gsub(module "\\.", "") }
        /^@[A-Za-z]+(\(.*\))?$/ { attributes = attributes "  " $0; next }
        $0 == "}" { level--; next }
        {
            path = ""
            for (i = 1; i <= level; i++) path = path around[i] ": "
        }
        /\{$/ {
            sub(/ *\{$/, "")
            name = $0
            sub(/ (:|where) .*/, "", name)
            sub(/.* /, "", name)
            around[++level] = name
            # An extension declares nothing itself unless it conforms.
            if (/^extension / && !/ : /) { attributes = ""; next }
        }
        { print path $0 attributes; attributes = "" }' | LC_ALL=C sort
}

# Sets `name` to what a line declares; a word that names it in the changelog. An initializer, a
# subscript and an operator are named by their type, without its parameters.
read_name() {
    local kind='func|var|let|case|typealias|associatedtype|struct|enum|class|protocol|actor|extension'
    local line="^(([^ ]+: )*)(@[A-Za-z]+ |[a-z]+(\\([a-z]+\\))? )*(($kind) \`?([A-Za-z0-9_.]+))?"
    [[ $1 =~ $line ]]
    name=${BASH_REMATCH[7]##*.}
    if [[ -z $name ]]; then
        name=${BASH_REMATCH[1]%: }
        name=${name##*: }
        name=${name%%<*}
        # An extension of a type in another type.
        name=${name##*.}
    fi
}

# Prints the words between backticks in the changelog's section of what has no version yet.
unreleased() {
    sed -nE '/^## Unreleased/,/^## [^U]/p' "$1" | tr '\n' ' ' |
        { grep -oE '`[^`]+`' || true; } | { grep -oE '[A-Za-z0-9_]+' || true; } | sort -u
}

# Prints the differences of two lists that the changelog does not name.
compare() {
    local line name
    while IFS= read -r line; do
        read_name "${line#??}"
        grep -qxF -- "$name" <<<"$3" || echo "$line"
    done < <(diff "$1" "$2" | grep '^[<>]')
}

check() {
    local module old former words told failed=0
    old=$(find Scripts/api -mindepth 1 -maxdepth 1 -type d)
    [[ -n $old && $old != *$'\n'* ]] || stop "Scripts/api needs one folder, of the last version."
    words=$(unreleased CHANGELOG.md)
    find_build "$PWD"
    for module in "${modules[@]}"; do
        interface "$module" | declarations "$module" >"$scratch/$module.txt"
        [[ -s $scratch/$module.txt ]] || stop "$module has no declarations; build first."
        former=$old/$module.txt
        # Of a new module, everything is new.
        [[ -e $former ]] || former=/dev/null
        told=$(compare "$former" "$scratch/$module.txt" "$words")
        if [[ -n $told ]]; then
            printf '%s differs from %s:\n%s\n' "$module" "${old##*/}" "$told"
            failed=1
        fi
    done
    if [[ $failed == 1 ]]; then
        stop 'Name what changed, in backticks, in CHANGELOG.md below "## Unreleased".'
    fi
    say "API: what differs from ${old##*/} is in CHANGELOG.md"
}

# Writes the API of a version, in place of that of the version before.
write() {
    local module
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[a-z0-9.]+)?$ ]] || stop "A version, such as 1.0.0, is missing."
    find_build "$PWD"
    for module in "${modules[@]}"; do
        interface "$module" | declarations "$module" >"$scratch/$module.txt"
        [[ -s $scratch/$module.txt ]] || stop "$module has no declarations; build first."
    done
    rm -rf Scripts/api
    mkdir -p "Scripts/api/$1"
    cp "$scratch"/*.txt "Scripts/api/$1"
}

self_test() {
    local told
    cat >"$scratch/interface" <<'END'
import Foundation

/// A shop { of its own.
final public class Shop : Module.Seller, Sendable {
    public init(_ name: String = "a", price: @escaping (Int) -> Int = { $0 })
    @discardableResult
    public class func buy(_ id: String) -> Module.Shop.State
}

extension Shop {

    public enum State : String {

        case `default`

        public static func == (a: Module.Shop.State, b: Module.Shop.State) -> Bool
    }
}

extension Shop : CustomStringConvertible {

    public var description: String { get }
}

@dynamicMemberLookup public struct Stock<Item> : Sendable where Item : Module.Sellable {

    public init(_ items: [Item])
}
END
    declarations Module <"$scratch/interface" >"$scratch/new"
    cat >"$scratch/expected" <<'END'
@dynamicMemberLookup public struct Stock<Item> : Sendable where Item : Sellable
Shop: State: case `default`
Shop: State: public static func == (a: Shop.State, b: Shop.State) -> Bool
Shop: public class func buy(_ id: String) -> Shop.State  @discardableResult
Shop: public enum State : String
Shop: public init(_ name: String = "a", price: @escaping (Int) -> Int = { $0 })
Shop: public var description: String { get }
Stock<Item>: public init(_ items: [Item])
extension Shop : CustomStringConvertible
final public class Shop : Seller, Sendable
END
    diff "$scratch/expected" "$scratch/new" || stop "self-test: the declarations are others"
    [[ -z $(compare "$scratch/new" "$scratch/expected" "") ]] || stop "self-test: equals differ"
    told=$(compare /dev/null "$scratch/new" "" | wc -l)
    [[ $told == 10 ]] || stop "self-test: $told differences instead of 10"
    printf '## Unreleased\n\n- `Shop.buy(_:\n  now:)` is new, `State` and `Stock` too. Word\n## 1.0.0\n- `description`\n' \
        >"$scratch/changelog"
    told=$(compare /dev/null "$scratch/new" "$(unreleased "$scratch/changelog")")
    [[ $told == $'> Shop: State: case `default`\n> Shop: public var description: String { get }' ]] ||
        stop "self-test: the changelog does not name these: $told"
    printf '## Unreleased\n\n## 1.0.0\n- `State`\n' >"$scratch/changelog"
    told=$(unreleased "$scratch/changelog") || stop "self-test: an empty section is no error"
    [[ -z $told ]] || stop "self-test: an empty section names: $told"
}

case ${1:-} in
--self-test) self_test ;;
--write) write "${2:-}" ;;
*) check ;;
esac
