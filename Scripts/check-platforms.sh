#!/usr/bin/env bash
# Type-checks what only Apple's compilers take, against this package's StoreKit, whose API is Apple's.
# Usage, after a build: Scripts/check-platforms.sh; with --self-test it puts a mistake into each branch
# for a platform and expects to be told, because a branch that no copy compiles is not checked.
#
# For each platform it copies the sources, replaces the conditions by the platform's answers, and
# compiles them against a StoreKit that has neither what the platform lacks nor what Apple's lacks.
# Platforms whose copies are alike are checked once, against what all of them have.
#
# Tests that the documentation shows for both platforms must compile there, too. In those for Linux
# alone, and in no other place, the compiler has to say that a name is for Linux alone.
#
# It cannot see availability (Scripts/check-availability.sh holds it), what Apple's Foundation,
# Objective-C and CryptoKit have otherwise than Linux, and the options of other build systems
# (.github/workflows/macos.yml builds with Xcode).
set -euo pipefail
shopt -s inherit_errexit globstar
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=Scripts/setup.sh
source "$repository/Scripts/setup.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

platforms=(iOS macCatalyst macOS tvOS watchOS visionOS)
# The targets that Apple's platforms build, in the order of their imports. They are compared and
# checked in two lists, because a condition of one list changes nothing in the other.
selling=(SwiftyStoreKit StoreTesting ReceiptValidation SwiftyStoreKitTests ReceiptValidationTests)
receipts=(AppReceipt StoreModel StoreLedger LocalAppStore AppReceiptTests LocalAppStoreTests)

# A pattern for the declarations of our StoreKit that a platform lacks.
lacks() {
    # An optional method of Objective-C is called with a question mark; ours has that form beside
    # the ordinary one, which goes.
    local optional='func (request|requestDidFinish|paymentQueue[A-Za-z]+)\('
    optional+='|func paymentQueue\(.* (removed|restore|updatedDown|should|didRevoke)[A-Za-z]+ '
    local consent='[pP]riceConsent|presentCodeRedemptionSheet'
    local overlay='overlay(InvalidConfiguration|Timeout|PresentedInBackgroundScene)'
    local promotion='SKProductStorePromotion' review='SKStoreReviewController'
    local mac='var (contentLengths|downloadable):|forProductID '
    case $1 in
    iOS | macCatalyst) echo "$optional|$mac" ;;
    macOS) echo "$optional|$consent|$overlay|var downloadState:" ;;
    tvOS) echo "$optional|$mac|$consent|$overlay|unsupportedPlatform|$promotion|$review" ;;
    watchOS) echo "$optional|$mac|$consent|$overlay|shouldAddStorePayment|$promotion|$review" ;;
    visionOS) echo "$optional|$mac|SKDownload|var contentVersion:" ;;
    esac
}

# Replaces the conditions in a folder by a platform's answers.
answer() {
    local own=$1 condition='^[[:space:]]*#(if|elseif)[[:space:]]' unknown
    if [[ $1 == macCatalyst ]]; then own='iOS|macCatalyst'; fi
    find "$2" -name '*.swift' -exec sed -i -E "/$condition/{
        s/(os|targetEnvironment)\\(($own)\\)/true/g
        s/(os|targetEnvironment)\\([A-Za-z]+\\)/false/g
        s/canImport\\((Darwin|Foundation|StoreKit|StoreKitTest|Testing)\\)/true/g
        s/canImport\\((Glibc|Musl|FoundationNetworking)\\)/false/g
    }" {} +
    if unknown=$(cd "$2" && grep -rnE "$condition.*(canImport|_runtime)\(" .); then
        stop "Say in Scripts/check-platforms.sh what $1 answers:" "$unknown"
    fi
}

# Prints an interface without the declarations that match a pattern.
without() {
    awk -v pattern="$1" '
        function braces(line) { return gsub(/{/, "", line) - gsub(/}/, "", line) }
        inside > 0 { inside += braces($0); next }
        !/^(import|\/\/|#)/ && $0 ~ pattern { inside = braces($0); next }
        { print }' "$2"
}

path() { if [[ $1 == *Tests ]]; then echo "Tests/$1"; else echo "Sources/$1"; fi; }

# The options of every compilation: the manifest's rules, and the modules of the last build but those
# that are checked.
prepare() {
    local name
    find_build "$repository"
    [[ -e $products/Modules/LocalAppStore.swiftmodule ]] || stop "Build first: swift build"
    mkdir "$scratch/built"
    for name in "$products"/Modules/*.swiftmodule; do
        case $(basename "$name" .swiftmodule) in
        StoreKit | StoreKitTest | SwiftyStoreKit | StoreTesting | ReceiptValidation) ;;
        *) ln -s "$name" "$scratch/built/" ;;
        esac
    done
    name=$(basename "$repository" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _)
    options=(-wmo -swift-version 6 -package-name "$name")
    for name in $(sed -nE 's/.*enableUpcomingFeature\("(.*)"\).*/\1/p' "$repository/Package.swift"); do
        options+=(-enable-upcoming-feature "$name")
    done
    options+=("${module_maps[@]}")
    read -ra pod_options <<<"$("$repository/Scripts/check-podspec.sh" --options)"
    pod_files=$("$repository/Scripts/check-podspec.sh" --files)
}

# Writes the public part of a module of ours that is Apple's there as text.
write_interface() {
    local files
    mapfile -t files < <(find "$repository/Sources/$1" -name '*.swift')
    swiftc -emit-module "${options[@]}" -I "$scratch" -I "$scratch/built" -module-name "$1" \
        -suppress-warnings -enable-library-evolution \
        -Xfrontend -experimental-skip-non-inlinable-function-bodies \
        -emit-module-path "$scratch/$1.swiftmodule" \
        -emit-module-interface-path "$scratch/$1.swiftinterface" "${files[@]}"
    # Apple's modules belong to no package.
    sed -i -E 's/ -package-name [^ ]+//' "$scratch/$1.swiftinterface"
}

# Compiles a target of a copy. Apple's Foundation has what is FoundationNetworking elsewhere.
compile() {
    local files
    mapfile -t files < <(find "$(path "$1")" -name '*.swift')
    swiftc -emit-module "${options[@]}" -I modules -I "$scratch/built" -module-name "$1" \
        -emit-module-path "modules/$1.swiftmodule" -enable-testing "${lenience[@]}" \
        -warnings-as-errors -Wwarning DeprecatedDeclaration \
        -Xfrontend -import-module -Xfrontend FoundationNetworking "${files[@]}"
}

# Compiles the pod of a copy as CocoaPods would: its files as one module, with its options.
compile_pod() {
    local files
    # The pattern is the podspec's.
    # shellcheck disable=SC2206
    files=($pod_files)
    swiftc -typecheck "${pod_options[@]}" "${module_maps[@]}" -I modules -I "$scratch/built" \
        "${lenience[@]}" -warnings-as-errors -Wwarning DeprecatedDeclaration \
        -Xfrontend -import-module -Xfrontend FoundationNetworking "${files[@]}"
}

# Checks the targets of a copy: those that differ from what Linux compiles, and what imports them.
check_copy() {
    local root=$1 copy=$2 lacking=$3 target differs=0
    shift 3
    mkdir "$copy/modules"
    cd "$copy"
    for target in StoreKit StoreKitTest; do
        without "$lacking" "$scratch/$target.swiftinterface" >"$target.swiftinterface"
        swiftc -frontend -compile-module-from-interface -module-name "$target" -I modules \
            "$target.swiftinterface" -o "modules/$target.swiftmodule"
    done
    for target; do
        if [[ ! -d $(path "$target") ]]; then continue; fi
        if [[ $differs == 0 ]] &&
            diff -rq "$root/$(path "$target")" "$(path "$target")" >/dev/null; then
            continue
        fi
        if [[ $target != *Tests ]]; then differs=1; fi
        compile "$target" || [[ ${#lenience[@]} != 0 ]] || return 1
        if [[ $target == SwiftyStoreKit && ${#lenience[@]} == 0 ]]; then compile_pod || return 1; fi
    done
    if [[ -d Sources/StoreTesting && ${#lenience[@]} == 0 ]]; then
        check_names "$root" && check_samples || return 1
    fi
}

# The names that the files of StoreTesting in a folder declare for tests.
names() {
    grep -L '^#if !true' "$1"/Sources/StoreTesting/**/*.swift | xargs grep -hoE \
        'public (static |convenience )*(func|var|struct|enum|typealias) [a-zA-Z]+' |
        sed 's/.* //' | sort -u
}

# Expects each name of StoreTesting in a copy, where most of them are unavailable.
check_names() {
    local missing
    # Those of protocols, and of the instants of a clock.
    missing=$(comm -23 <(names "$1") <(names .) | grep -vxE \
        'Instant|advanced|date|description|duration|errorDescription|minimumResolution|now|sleep' || true)
    [[ -z $missing ]] || { echo "StoreTesting does not declare: $missing"; return 1; }
}

# Writes the tests of a page above its heading "On Linux", or those below it: each a file in a folder.
write_samples() {
    mkdir "$3"
    awk -v wanted="$2" -v page="$(basename "$1" .md)" -v folder="$3" '
        /^## On Linux$/ { part = 1 }
        /^```swift$/ { inside = 1; imports = code = ""; next }
        /^```$/ && inside {
            inside = 0
            if (part + 0 == wanted && code ~ /@Test|@Suite|XCTestCase/) {
                if (imports == "") imports = "import Foundation\nimport StoreKit\nimport StoreKitTest\n" \
                    "import StoreTesting\nimport SwiftyStoreKit\nimport Testing\n"
                name = page (++count)
                printf "%senum %s {\n%s}\n", imports, name, code >(folder "/" name ".swift")
            }
        }
        inside && /^import / { imports = imports $0 "\n"; next }
        inside { code = code $0 "\n" }' "$1"
}

# Compiles samples with what they leave to their app.
compile_samples() {
    swiftc -typecheck -parse-as-library -wmo -suppress-warnings -swift-version 6 -module-name Samples \
        "${module_maps[@]}" -I modules -I "$scratch/built" "$@" "$repository/Tests/Fixtures/Snippets/App.swift"
}

# Expects that the samples for both platforms compile, and of the others nothing but that names are for
# Linux alone.
check_samples() {
    local pages=$repository/Sources/StoreTesting/Documentation.docc said
    write_samples "$repository/README.md" 0 readme
    write_samples "$pages/WritingTests.md" 0 both
    compile_samples readme/*.swift both/*.swift || return 1
    write_samples "$pages/WritingTests.md" 1 linux
    write_samples "$pages/Faults.md" 0 faults
    write_samples "$pages/SystemHabits.md" 0 habits
    said=$(compile_samples linux/*.swift faults/*.swift habits/*.swift 2>&1) && return 1
    if grep ': error: ' <<<"$said" | grep -v 'On Linux only: '; then return 1; fi
}

# Copies targets for each platform and begins to check the copies, of those that are alike one.
begin() {
    local root=$1 copies platform target sum alike lacking
    local -A alike_by_sum=()
    shift
    copies=$(mktemp -d "$scratch/copies.XXXX")
    for platform in "${platforms[@]}"; do
        mkdir -p "$copies/$platform"/{Sources,Tests}
        for target; do
            if [[ ! -d $root/$(path "$target") ]]; then continue; fi
            cp -R "$root/$(path "$target")" "$copies/$platform/$(path "$target")"
        done
        answer "$platform" "$copies/$platform"
        sum=$(cd "$copies/$platform" && find . -type f -exec cksum {} + | sort | cksum)
        alike_by_sum[$sum]+="${alike_by_sum[$sum]:+ }$platform"
    done
    for alike in "${alike_by_sum[@]}"; do
        lacking=$(for platform in $alike; do lacks "$platform"; done | paste -sd '|' -)
        while (($(jobs -rp | wc -l) >= $(nproc))); do sleep 0.1; done
        check_copy "$root" "$copies/${alike%% *}" "$lacking" "$@" >"$copies/${alike%% *}.log" 2>&1 &
        checks[$!]="$copies/${alike%% *}.log $alike"
    done
}

# Checks a folder with Sources and Tests; prints what is wrong below the names of the platforms.
check() {
    local check log alike failed=0
    local -A checks=()
    begin "$1" "${selling[@]}"
    begin "$1" "${receipts[@]}"
    for check in "${!checks[@]}"; do
        read -r log alike <<<"${checks[$check]}"
        if wait "$check" && [[ ${#lenience[@]} == 0 ]]; then continue; fi
        echo "== $alike"
        cat "$log"
        failed=1
    done
    return "$failed"
}

# Puts a type that nobody declared into each branch for a platform, keeps of the tests only the files
# that have one, and prints a line for each: who compiles it, its name, and where it stands.
make_mistakes() {
    local asks='#if .*(os|canImport|targetEnvironment)\(' files file
    mapfile -t files < <(grep -rlE --include='*.swift' "^[[:space:]]*$asks" "$1")
    awk -v asks="$asks" '
        FNR == 1 { level = 0 }
        /^ *#if / { mine[++level] = $0 ~ asks; condition[level] = $0 }
        # A condition around attributes has no place for a declaration.
        mark != "" && !/^ *@/ { print mark >(FILENAME ".new"); print place }
        { mark = ""; print >(FILENAME ".new") }
        /^ *#(if|elseif|else)/ && mine[level] {
            linux = /#else/ ? condition[level] ~ /#if canImport\(Darwin\)$/ : \
                /#(else)?if (os\(Linux\)|!canImport\(Darwin\)|canImport\((Glibc|FoundationNetworking)\))$/
            mark = "typealias Mistake = Mistake" ++count "_"
            place = (linux ? "Linux" : "Apple") " Mistake" count "_ " FILENAME ":" FNR
        }
        /^ *#endif/ { level-- }' "${files[@]}"
    find "$1/Tests" -name '*.swift' -delete
    for file in "${files[@]}"; do mv "$file.new" "$file"; done
}

# Expects that each mistake is told by the compiler of some platform, but not one in Linux's branch.
test_branches() {
    local told who name place failed=0 count=0
    mkdir -p "$scratch/mistakes"/{Sources,Tests}
    for name in "${selling[@]}" "${receipts[@]}"; do
        cp -R "$repository/$(path "$name")" "$scratch/mistakes/$(path "$name")"
    done
    make_mistakes "$scratch/mistakes" >"$scratch/places"
    told=$(check "$scratch/mistakes") || true
    while read -r who name place; do
        count=$((count + 1))
        if [[ $who == Apple && $told != *"'$name'"* ]]; then
            say "self-test: nobody sees a mistake at ${place#"$scratch/mistakes/"}"
            failed=1
        elif [[ $who == Linux && $told == *"'$name'"* ]]; then
            say "self-test: a platform of Apple's sees ${place#"$scratch/mistakes/"}"
            failed=1
        fi
    done <"$scratch/places"
    if ((count < 10)); then stop "self-test: only $count branches were found"; fi
    say "platforms: a mistake is found in each of $count branches"
    return "$failed"
}

if [[ $(uname -s) == Darwin ]]; then
    say "platforms: a Mac has Apple's compiler"
    exit 0
fi
lenience=()
prepare
write_interface StoreKit
write_interface StoreKitTest
if [[ ${1:-} == --self-test ]]; then
    # Each target is compiled in spite of the mistakes in those that it imports.
    lenience=(-Xfrontend -experimental-allow-module-with-compiler-errors)
    test_branches
else
    check "$repository"
    say "platforms: what only Apple's compilers take is correct"
fi
