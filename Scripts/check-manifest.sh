#!/usr/bin/env bash
# Checks what the package is for others: other platforms, other build systems and the packages beside it. Build first: the
# modules of the last build serve the checks. Usage: Scripts/check-manifest.sh [part]..., by default all but self-test
#
# manifest: the manifest as clients meet it, on Apple's platforms and elsewhere: what they download, what a missing trait
#     says, and whether a build works that suppresses a dependency's warnings
# podspec: SwiftyStoreKit.podspec beside the manifest, the sources and the change log
# xcode: the Xcode projects beside the manifest and the files they name; .github/workflows/macos.yml builds them
# packages: Benchmarks and Fuzzing, which see this package's public API alone, are type-checked
# platforms: what only Apple's compilers take is type-checked, against this package's StoreKit, whose API is Apple's
# self-test: expects `platforms` to find a mistake in each branch for a platform; a branch that no copy compiles hides it
set -euo pipefail
shopt -s inherit_errexit globstar
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=$PWD
# shellcheck source=Scripts/setup.sh
source Scripts/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mapfile -t features < <(sed -nE 's/.*enableUpcomingFeature\("(.*)"\).*/-enable-upcoming-feature\n\1/p' Package.swift)

# MARK: The manifest

# A copy of the package whose manifest takes the given branch; its folder's name is the package's.
copy() {
    local package
    package=$scratch/$1/$(basename "$PWD")
    mkdir -p "$package"
    sed "s/^#if canImport(Darwin)\$/#if $2/" Package.swift >"$package/Package.swift"
    grep -q "^#if $2\$" "$package/Package.swift" || stop "manifest: the condition about Darwin is not there"
    tar -cf - --exclude .build Sources Tests Examples/Shop Examples/Seats | tar -xf - -C "$package"
    echo "$package"
}

# Expects the identities of the packages that a client resolves, sorted, in one line.
expect_pins() {
    local found=
    swift package --package-path "$2" resolve >"$scratch/log" 2>&1 ||
        stop "manifest: a client does not resolve: $(cat "$scratch/log")"
    if [[ -e $2/Package.resolved ]]; then
        found=$(sed -nE 's/^ *"identity" : "([^"]*)".*/\1/p' "$2/Package.resolved" | sort | paste -sd ' ' -)
    fi
    [[ $found == "$3" ]] || stop "manifest: $1 pins \"$found\" where \"$3\" is expected"
}

check_manifest() {
    local settings='"(treat[A-Za-z]*Warnings?|unsafeFlags)"' apple elsewhere consumers without told option target
    local receipts="swift-asn1 swift-certificates swift-crypto"
    local store="flyingfox grdb.swift swift-argument-parser $receipts"
    SWIFTYSTOREKIT_WARNINGS_AS_ERRORS=1 swift package dump-package >"$scratch/strict"
    grep -qE "$settings" "$scratch/strict" || stop "manifest: the checks do not make warnings errors"
    unset SWIFTYSTOREKIT_WARNINGS_AS_ERRORS
    swift package dump-package >"$scratch/manifest"
    if grep -E "$settings" "$scratch/manifest"; then
        stop "manifest: these settings collide with what build systems give to dependencies"
    fi

    apple=$(copy apple true)
    elsewhere=$(copy elsewhere false)
    consumers=$apple/Tests/Consumers
    if ((swift_version >= 603)); then
        expect_pins "an app of Apple's platforms that only sells" "$consumers/Seller" ""
        expect_pins "one that verifies receipts" "$consumers/Verifier" "$receipts"
        expect_pins "an app elsewhere" "$elsewhere/Tests/Consumers/Seller" "$store"
    else
        echo "manifest: SwiftPM before 6.3 resolves packages of traits that are off; not compared"
    fi

    without=$consumers/Traitless
    cp -R "$consumers/Verifier" "$without"
    sed 's/, traits: \["Receipts"\]//' "$consumers/Verifier/Package.swift" >"$without/Package.swift"
    if swift build --package-path "$without" --target AppReceipt >"$scratch/log" 2>&1; then
        stop "manifest: AppReceipt builds without its trait"
    fi
    told=$(grep -E '^/.*error: ' "$scratch/log" | sort -u)
    [[ $told == *'traits: ["Receipts"])' && $told != *$'\n'* ]] ||
        stop "manifest: a missing trait is not the one error that is told: $told"

    options=(-Xswiftc -suppress-warnings -Xswiftc -I -Xswiftc "$products/Modules")
    for option in "${module_maps[@]}"; do options+=(-Xswiftc "$option"); done
    for target in Seller SellerTests; do
        swift build --package-path "$consumers/Seller" --target "$target" "${options[@]}" >"$scratch/log" 2>&1 ||
            stop "manifest: a client does not build: $(tail -n 20 "$scratch/log")"
    done
    echo "manifest: clients download what they use, and build with warnings suppressed"
}

# MARK: The podspec

podspec=SwiftyStoreKit.podspec

# Prints what a pattern captures in the podspec.
field() { sed -nE "s/^.*$1.*\$/\\1/p" $podspec; }

# Prints the options with which CocoaPods has the pod compiled, as one module.
pod_options() {
    echo "-module-name $(field "s\.name = '([^']+)'") -swift-version $(field "swift_versions = \['([0-9]+)\.0'\]")"
    grep -oE '(-package-name|-enable-upcoming-feature) [A-Za-z]+' $podspec
}

check_podspec() {
    # A pod has no minimum of its own for Mac Catalyst.
    diff <(sed -nE '/^    platforms: \[/,/\]/p' Package.swift | grep -oE '\.[a-zA-Z]+\([^)]*\)' | grep -v macCatalyst |
        sed -E 's/^\.macOS/.osx/; s/^\.([a-zA-Z]+)\("?\.?v?([0-9_.]+)"?\)/\1 \2/; s/_/./' |
        awk '{ if ($2 !~ /\./) $2 = $2 ".0"; print tolower($1), $2 }' | sort) \
        <(sed -nE "s/^  s\.([a-z]+)\.deployment_target = '([0-9.]+)'/\1 \2/p" $podspec | sort) ||
        stop "podspec: the minimums are not those of Package.swift"
    diff <(echo "-module-name SwiftyStoreKit -swift-version" \
        "$(sed -nE 's/.*swiftLanguageMode\(\.v([0-9]+)\).*/\1/p' Package.swift | head -n 1)"
        printf '%s %s\n' -package-name swiftystorekit "${features[@]}") <(pod_options) ||
        stop "podspec: the options are not those of Package.swift"
    # The pattern is the podspec's.
    # shellcheck disable=SC2046
    diff <(printf '%s\n' $(field "s\.source_files = '([^']+)'") | sort) <(find Sources/SwiftyStoreKit -name '*.swift' | sort) ||
        stop "podspec: the files are not those of the target"
    grep -q "^## $(field "s\.version = '([^']+)'")" CHANGELOG.md || stop "podspec: CHANGELOG.md has no such version"
    echo "podspec: the pod is the target of Package.swift"
}

# MARK: The projects, and the packages beside this one

check_xcode() { "$(make_python .build/xcode-projects pbxproj==4.3.3)" Xcode/check.py; }

check_packages() {
    local modules=$scratch/packages folder name files options
    # The peer of the server's benchmarks, which no target of this package needs.
    swift build --enable-all-traits --target FlyingFox
    mkdir -p "$modules/AllocationCount"
    cp Benchmarks/Sources/AllocationCount/include/AllocationCount.h "$modules/AllocationCount"
    echo 'module AllocationCount { header "AllocationCount.h" export * }' >"$modules/AllocationCount/module.modulemap"
    # The modules first, which the programs import.
    for folder in Benchmarks/Sources/{Measuring,LedgerFilling} Fuzzing/Sources/{Driving,JWSDocuments} \
        Benchmarks/Sources/{Store,Receipts,JWS,Queries,Server,Storectl} \
        Fuzzing/Sources/{Receipts,Responses,Catalogs,JWS,Bearer,Requests,Judging,JudgingJWS}; do
        name=$(basename "$folder")
        case $name in
        Measuring | LedgerFilling | Driving | JWSDocuments)
            options=(-emit-module -module-name "$name" -o "$modules/$name.swiftmodule")
            ;;
        *) options=(-typecheck -module-name "${name}Program") ;;
        esac
        mapfile -t files < <(find -L "$folder" -name '*.swift' | sort)
        swiftc -swift-version 6 -parse-as-library -warnings-as-errors -Wwarning DeprecatedDeclaration "${features[@]}" \
            -I "$products/Modules" -I "$modules" -I Fuzzing/Sources/LibFuzzer "${module_maps[@]}" \
            -Xcc "-fmodule-map-file=$modules/AllocationCount/module.modulemap" -package-name "${folder%%/*}" \
            "${options[@]}" "${files[@]}"
        echo "packages: $folder compiles"
    done
}

# MARK: Apple's platforms

# For each platform the sources are copied, the conditions replaced by the platform's answers, and the copy compiled
# against a StoreKit that has neither what the platform lacks nor what Apple's lacks. Platforms whose copies are alike are
# checked once, against what all of them have.
#
# Tests that the documentation shows for both platforms must compile there, too. In those for Linux alone, and in no other
# place, the compiler has to say that a name is for Linux alone.
#
# Not seen are availability (Scripts/check-source.sh holds it), what Apple's Foundation, Objective-C and CryptoKit have
# otherwise than Linux, and the options of other build systems.
platforms=(iOS macCatalyst macOS tvOS watchOS visionOS)
# The targets that Apple's platforms build, in the order of their imports. They are compared and
# checked in two lists, because a condition of one list changes nothing in the other.
selling=(SwiftyStoreKit StoreTesting ReceiptValidation SwiftyStoreKitTests ReceiptValidationTests)
receipts=(AppReceipt StoreModel StoreLedger LocalAppStore AppReceiptTests StoreModelTests LocalAppStoreTests)
lenience=()

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
        stop "Say in Scripts/check-manifest.sh what $1 answers:" "$unknown"
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

# Sets the options of every compilation: the manifest's rules, and the last build's modules but those that are checked.
prepare() {
    local name
    [[ -e $products/Modules/LocalAppStore.swiftmodule ]] || stop "Build first: swift build"
    mkdir -p "$scratch/built"
    for name in "$products"/Modules/*.swiftmodule; do
        case $(basename "$name" .swiftmodule) in
        StoreKit | StoreKitTest | SwiftyStoreKit | StoreTesting | ReceiptValidation) ;;
        *) ln -sf "$name" "$scratch/built/" ;;
        esac
    done
    name=$(basename "$repository" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _)
    options=(-wmo -swift-version 6 -package-name "$name" "${features[@]}" "${module_maps[@]}")
    read -ra pod_options <<<"$(pod_options | tr '\n' ' ')"
    pod_files=$(field "s\.source_files = '([^']+)'")
    write_interface StoreKit
    write_interface StoreKitTest
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
    # Apple's modules belong to no package, and have no device of ours, which has no public name.
    sed -i -E 's/ -package-name [^ ]+//; /import StoreClient$/d' "$scratch/$1.swiftinterface"
}

# Compiles files of a copy, with options. Apple's Foundation has what is FoundationNetworking elsewhere.
compile() {
    swiftc -I modules -I "$scratch/built" "${lenience[@]}" -warnings-as-errors -Wwarning DeprecatedDeclaration \
        -Xfrontend -import-module -Xfrontend FoundationNetworking "$@"
}

# Compiles a target of a copy.
compile_target() {
    local files
    mapfile -t files < <(find "$(path "$1")" -name '*.swift')
    compile -emit-module "${options[@]}" -module-name "$1" -emit-module-path "modules/$1.swiftmodule" -enable-testing "${files[@]}"
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
        compile_target "$target" || [[ ${#lenience[@]} != 0 ]] || return 1
        if [[ $target == SwiftyStoreKit && ${#lenience[@]} == 0 ]]; then
            # The pod as CocoaPods compiles it: the files of the podspec's pattern as one module.
            # shellcheck disable=SC2086
            compile -typecheck "${pod_options[@]}" "${module_maps[@]}" $pod_files || return 1
        fi
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
    # But for those of protocols, and of the instants of a clock.
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
check_copies() {
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
check_self-test() {
    local told who name place failed=0 count=0
    # Each target is compiled in spite of the mistakes in those that it imports.
    lenience=(-Xfrontend -experimental-allow-module-with-compiler-errors)
    prepare
    mkdir -p "$scratch/mistakes"/{Sources,Tests}
    for name in "${selling[@]}" "${receipts[@]}"; do
        cp -R "$repository/$(path "$name")" "$scratch/mistakes/$(path "$name")"
    done
    make_mistakes "$scratch/mistakes" >"$scratch/places"
    told=$(check_copies "$scratch/mistakes") || true
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
    say "self-test: a mistake is found in each of $count branches"
    return "$failed"
}

check_platforms() {
    if [[ $(uname -s) == Darwin ]]; then
        say "platforms: a Mac has Apple's compiler"
        return
    fi
    prepare
    check_copies "$repository"
    say "platforms: what only Apple's compilers take is correct"
}

if (($# == 0)); then set -- manifest podspec xcode packages platforms; fi
find_build "$PWD"
for part; do
    declare -F "check_$part" >/dev/null || stop "There is no part $part; see the head of Scripts/check-manifest.sh."
    # Each with its own variables of the environment and its own options.
    ("check_$part")
done
