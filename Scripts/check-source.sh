#!/usr/bin/env bash
# Checks what no compiler on Linux does: format, the length of files, the map of ARCHITECTURE.md, what a library must not
# do, and what Apple's compilers would refuse.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=0

# Lines of code that match, as file:line:text; comments do not count.
code() { grep -rnE --include='*.swift' "$@" | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' || true; }

# Reports lines, as `code` prints them, with a reason.
report() {
    local file line text
    while IFS=: read -r file line text; do
        echo "$file:$line: $1: ${text#"${text%%[![:space:]]*}"}"
        failed=1
    done
}

# A file may be under one condition as a whole: its first line of code is the condition, its last line the end.
is_whole() {
    [[ $(grep -m 1 -vE '^[[:space:]]*(//|$)' "$1") == "$2" && $(grep -v '^[[:space:]]*$' "$1" | tail -n 1) == '#endif'* &&
        $(grep -cE '^#(if|endif)' "$1") == 2 ]]
}

# MARK: Format and size

check_format() {
    local folders=(Sources Tests Package.swift) file count
    # Of the packages beside this one only what belongs to them, so that a build folder inside does not count.
    while IFS= read -r file; do folders+=("$file"); done < <(git ls-files 'Benchmarks/*.swift' 'Examples/*.swift' 'Fuzzing/*.swift' 'Services/*.swift')
    swift format lint --strict --parallel --recursive "${folders[@]}" || failed=1
    # The formatter leaves long lines in comments and in texts. A file that it ignores is somebody's text to the letter.
    report "a line has at most 100 columns" < <(find "${folders[@]}" -name '*.swift' ! -name ResponseSeeds.swift \
        -exec grep -Lx '// swift-format-ignore-file' {} + | LC_ALL=C.UTF-8 xargs grep -HnE '^.{101,}$')
    while read -r count file; do
        [[ $file == total || $count -le 400 ]] || report "400 lines are the most" <<<"$file:400:$count"
    done < <({
        find Sources Tests -name '*.swift' -exec wc -l {} +
        git ls-files -z 'Services/*.swift' | xargs -0 wc -l
    })
}

# MARK: The map

# What each target may import. SwiftPM's own check (--explicit-target-dependency-import-check) lets a target import what
# its dependencies depend on.
imports='
SwiftyStoreKit Foundation FoundationNetworking StoreKit
StoreKit Foundation FoundationNetworking _FoundationICU Dispatch Synchronization StoreClient LocalAppStore AppReceipt StrictJSON
StoreClient Foundation FoundationNetworking Dispatch LocalAppStore AppReceipt
StoreKitTest Foundation StoreKit LocalAppStore
StoreTesting Foundation Dispatch StoreKit StoreKitTest LocalAppStore AppReceipt Testing XCTest
ReceiptsTrait
LocalAppStoreTrait
LocalAppStore Foundation Dispatch Synchronization StoreLedger StoreModel AppReceipt StrictJSON
StoreLedger Foundation Dispatch GRDB GRDBSQLite StoreModel AppReceipt StrictJSON
StoreModel Foundation AppReceipt StrictJSON
StrictJSON Foundation
StoreCommands Foundation LocalAppStore AppReceipt StrictJSON
AppReceipt Foundation Crypto _CryptoExtras X509 SwiftASN1 StrictJSON
EntitlementClient Foundation AppReceipt StrictJSON
LocalAppStoreServer Foundation FoundationNetworking Dispatch Synchronization FlyingSocks EntitlementClient StoreCommands LocalAppStore StoreLedger AppReceipt StrictJSON
storectl Foundation FoundationNetworking Dispatch ArgumentParser LocalAppStoreServer StoreCommands LocalAppStore AppReceipt StrictJSON
ReceiptValidation Foundation SwiftyStoreKit AppReceipt
demo Foundation StoreKit StoreKitTest StoreTesting SwiftyStoreKit ReceiptValidation AppReceipt
PostgreSQL Foundation Dispatch Synchronization CLibpq DequeModule ServiceLifecycle
EntitlementModel Foundation Crypto AppReceipt
EntitlementService Foundation Synchronization Crypto AppReceipt PostgreSQL EntitlementModel AsyncHTTPClient HTTPTypes Hummingbird HummingbirdCore HummingbirdTLS NIOCore NIOHTTP1 NIOHTTPTypes NIOSSL Logging Metrics CoreMetrics ServiceLifecycle Tracing
entitlements Foundation ArgumentParser AsyncHTTPClient Hummingbird Logging ServiceLifecycle AppReceipt PostgreSQL EntitlementModel EntitlementService
'

check_imports() {
    local folder target allowed file line text
    local import='import[[:space:]]+((struct|class|enum|protocol|func|var|let|typealias)[[:space:]]+)?'
    for folder in Sources/* Services/Entitlements/Sources/*; do
        # C modules of the system have no Swift.
        [[ ! -e $folder/module.modulemap ]] || continue
        target=$(basename "$folder")
        if ! allowed=$(grep -m 1 -E "^$target( |\$)" <<<"$imports"); then
            report "a new target; say in Scripts/check-source.sh what it may import" <<<"$folder:1:$target"
            continue
        fi
        read -r _ allowed <<<"$allowed none"
        report "$target must not have" < <(
            code "^[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*([a-z]+[[:space:]]+)?$import" "$folder" |
                { grep -vE "$import(${allowed// /|})\b" || true; }
        )
        while IFS=: read -r file line text; do
            [[ $file == */Platform/* || $text == *'canImport(FoundationNetworking)'* ]] || is_whole "$file" "$text" ||
                report "platforms differ only under Platform/ or file by file" <<<"$file:$line:$text"
        done < <(code '^[[:space:]]*#(if|elseif)[[:space:]].*(os|canImport|targetEnvironment)\(' "$folder")
    done
}

check_contents() {
    local libraries=() folder
    report "a name of StoreKit's" < <(code '(^|[^A-Za-z0-9])SK[A-Z][A-Za-z]' Sources/{LocalAppStore,StoreLedger,StoreModel})
    report "a type of StoreKit's" < <(code '(^|[^A-Za-z0-9])SK(Payment|Product|Error|Request|Download|Storefront)' Sources/StoreClient)
    report "StoreModel has values and functions of them" < <(
        code '(FileManager|FileHandle|NSLock|Date\(\)|contentsOf: url)' Sources/StoreModel
    )
    report "what is ours is at most package" < <(
        code '^[[:space:]]*(public|open)[[:space:]]+(final[[:space:]]+)?(class|struct|enum|protocol|func|var|let|init|typealias|extension)' \
            Sources/StoreKit/LocalStore
    )
    report "SQL stands in Database" < <(
        code '(^|[^A-Za-z])(SELECT|INSERT INTO|DELETE FROM|UPDATE [a-z_.]+ SET|TABLE [a-z_.]+)' \
            Services/Entitlements/Sources/{EntitlementService,EntitlementModel,entitlements} | { grep -v /Database/ || true; }
    )
    for folder in Sources/*/ Services/*/Sources/*/; do
        [[ $folder == Sources/demo/ || $folder == */Sources/entitlements/ ]] || libraries+=("$folder")
    done
    # Key-value coding ends the process for an unknown key, as with Apple's Foundation: its methods return no error.
    report "a library neither ends the program nor prints" < <(
        code '(fatalError|preconditionFailure)\(|(try|as)!|(^|[^A-Za-z0-9_.])print\(' "${libraries[@]}" |
            { grep -v '^Sources/StoreKit/Foundation/_KeyValueCodedObject.swift:' || true; }
    )
}

# MARK: Apple's compilers

# The targets that Apple's platforms build.
apple_targets=(SwiftyStoreKit StoreTesting LocalAppStore StoreLedger StoreModel StoreCommands LocalAppStoreServer AppReceipt EntitlementClient StrictJSON ReceiptValidation)

# Of the standard library and Foundation: what is newer than iOS 13 and macOS 10.15 (ARCHITECTURE.md has the table), or is
# missing on iOS. < stands for the beginning of a name.
newer='
new in iOS 26: <(InlineArray|UTF8Span|MutableRawSpan|OutputRawSpan)\b
new in iOS 26: \.utf8Span\b
new in iOS 18: <(Mutex|Atomic)\b|import Synchronization
new in iOS 18: String\(validating:
new in iOS 17: with(Throwing)?DiscardingTaskGroup
new in iOS 16: <(Duration|(Continuous|Suspending)Clock|InstantProtocol)\b|Task\.sleep\((for|until):
new in iOS 16: <Regex\b|\.((first|whole|prefix)Match|matches)\(of:
new in iOS 16: \.(trimmingPrefix|replacing|firstRange|ranges)\(
needs the runtime of iOS 16: <any [A-Za-z.]*(Sequence|Collection|Iterator|Identifiable|RawRepresentable)[A-Za-z]*\<
new in iOS 16: URL\(filePath:|\.append(ing)?\((path|component|components|queryItems):|\.path\(percentEncoded
new in iOS 16: URL\.[a-z]+Directory\b
new in iOS 15: Date\.now\b|\.formatted\(
new in iOS 15: (FormatStyle|AttributedString)\b
new in iOS 16: [lL]ocale\.(Components|Language|Region|Currency)\b
new in iOS 16: locale\??\.(language|region|currency)\b
new in iOS 16: (TimeZone|timeZone =) ?\.gmt\b
new in iOS 13.4: \.(read\(upToCount|write\(contentsOf):|\.readToEnd\(
not on iOS: \.homeDirectory(ForCurrentUser|\(forUser:)|<(Process\(|Host\.)
'

# Lines of code for which availability counts: not those of a file that asks #available, or whose extension is for a later
# system, nor of one that is left out on Apple's platforms as a whole.
apple_code() {
    local file rest
    while IFS=: read -r file rest; do
        grep -qE '#available\(|^@available\(iOS 1[6-9]' "$file" || is_whole "$file" '#if !canImport(Darwin)' || echo "$file:$rest"
    done < <(code "$@")
}

check_availability() {
    local sources=("${apple_targets[@]/#/Sources/}") target rule pattern
    local span='\.(span|mutableSpan)([^A-Za-z0-9_(]|$)' slice='([a-z][A-Za-z]*S|s)lice'
    local receiver='(\$0|[oO]bserver\)?\??|[dD]elegate\)?\??)\.' optional
    while IFS= read -r rule; do
        # A name begins where no letter and no dot stands before it; \< is the sign itself.
        pattern=$(sed -E 's/(^|[^\])</\1(^|[^A-Za-z0-9_.])/g; s/\\</</g' <<<"${rule#*: }")
        report "${rule%%: *}" < <(apple_code "$pattern" "${sources[@]}")
    done < <(grep . <<<"$newer")
    # StoreTesting is tested by StoreKitTestTests.
    for target in "${apple_targets[@]}"; do
        [[ ! -d Tests/${target}Tests ]] || sources+=("Tests/${target}Tests")
    done
    # A span comes of a slice that has a name: an array's own is new in iOS 26, and a slice without a name does not live
    # as long.
    report "name a slice first: let slice = bytes[...]" < <(
        apple_code "$span" "${sources[@]}" | sed -E "s/([^A-Za-z0-9_.]|^)$slice\.span//g" | { grep -E "$span" || true; }
    )
    report "what is called a slice is one: bytes[...]" < <(
        apple_code "(let|var) $slice = " "${sources[@]}" | { grep -vE '\[[^]]*(\.\.\.|\.\.<)[^]]*\]$' || true; }
    )
    # Apple's protocols are Objective-C's: an optional method is called with a question mark.
    optional='paymentQueue\([A-Za-z.]+, (removed|updatedDownloads|restoreCompleted|shouldAdd|didRevoke|shouldContinue)'
    optional+='|paymentQueue(Restore|Did|Should)[A-Za-z]+\(|request(DidFinish)?\('
    report "an optional method needs ?(" < <(apple_code "$receiver($optional)" "${sources[@]}")
}

check_format
check_imports
check_contents
check_availability
exit "$failed"
