#!/usr/bin/env bash
# Holds the map of ARCHITECTURE.md: what each target may import, where platforms may differ, whose names go where.
# SwiftPM's own check (--explicit-target-dependency-import-check) lets a target import what its dependencies depend on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

allowed() {
    case $1 in
    SwiftyStoreKit) echo Foundation FoundationNetworking StoreKit ;;
    StoreKit) echo Foundation FoundationNetworking _FoundationICU Dispatch Synchronization LocalAppStore AppReceipt StrictJSON ;;
    StoreKitTest) echo Foundation StoreKit LocalAppStore ;;
    StoreTesting) echo Foundation Dispatch StoreKit StoreKitTest LocalAppStore AppReceipt Testing XCTest ;;
    ReceiptsTrait | LocalAppStoreTrait) ;;
    LocalAppStore) echo Foundation Dispatch Synchronization StoreLedger StoreModel AppReceipt StrictJSON ;;
    StoreLedger) echo Foundation Dispatch GRDB GRDBSQLite StoreModel AppReceipt StrictJSON ;;
    StoreModel) echo Foundation AppReceipt StrictJSON ;;
    StrictJSON) echo Foundation ;;
    StoreCommands) echo Foundation LocalAppStore AppReceipt StrictJSON ;;
    AppReceipt) echo Foundation Crypto _CryptoExtras X509 SwiftASN1 StrictJSON ;;
    LocalAppStoreServer) echo Foundation FoundationNetworking Dispatch Synchronization FlyingSocks StoreCommands LocalAppStore StoreLedger AppReceipt StrictJSON ;;
    storectl) echo Foundation FoundationNetworking Dispatch ArgumentParser LocalAppStoreServer StoreCommands LocalAppStore AppReceipt StrictJSON ;;
    ReceiptValidation) echo Foundation SwiftyStoreKit AppReceipt ;;
    # The entitlement service.
    PostgreSQL) echo Foundation Dispatch Synchronization CLibpq ;;
    EntitlementModel) echo Foundation Crypto AppReceipt ;;
    EntitlementService)
        echo Foundation Synchronization Crypto AppReceipt PostgreSQL EntitlementModel AsyncHTTPClient HTTPTypes \
            Hummingbird HummingbirdCore HummingbirdTLS NIOCore NIOHTTP1 NIOHTTPTypes NIOSSL Logging Metrics \
            CoreMetrics ServiceLifecycle
        ;;
    entitlements)
        echo Foundation ArgumentParser AsyncHTTPClient Hummingbird Logging ServiceLifecycle AppReceipt PostgreSQL \
            EntitlementModel EntitlementService
        ;;
    demo) echo Foundation StoreKit StoreKitTest StoreTesting SwiftyStoreKit ReceiptValidation AppReceipt ;;
    *) return 1 ;;
    esac
}

failed=0
report() {
    echo "$1"
    failed=1
}

# Lines of code that match, as file:line:text; comments do not count.
code() { grep -rnE --include='*.swift' "$1" "$2" | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' || true; }

check_imports() {
    local folder=$1 target=$2 modules file line text
    local kind='((struct|class|enum|protocol|func|var|let|typealias)[[:space:]]+)?'
    local import="(^|[[:space:]])import[[:space:]]+$kind([A-Za-z_][A-Za-z0-9_]*)"
    if ! modules=$(allowed "$target"); then
        report "$folder:1: $target is a new target; say in Scripts/check-imports.sh what it may import"
        return
    fi
    while IFS=: read -r file line text; do
        [[ $text =~ $import ]] || continue
        [[ " $modules " == *" ${BASH_REMATCH[4]} "* ]] ||
            report "$file:$line: $target must not import ${BASH_REMATCH[4]}"
    done < <(code '^[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*([a-z]+[[:space:]]+)?import[[:space:]]' "$folder")
}

# A file may be for some platforms as a whole: its first line of code is the condition, its last line the end.
is_whole() {
    local first
    first=$(grep -nvE '^[[:space:]]*(//|$)' "$1" | head -n 1 | cut -d : -f 1 || true)
    [[ $first == "$2" && $(grep -v '^[[:space:]]*$' "$1" | tail -n 1) == '#endif'* &&
        $(grep -cE '^#(if|endif)' "$1") == 2 ]]
}

check_conditions() {
    local file line text
    while IFS=: read -r file line text; do
        [[ $file == */Platform/* || $text == *'canImport(FoundationNetworking)'* ]] && continue
        is_whole "$file" "$line" || report "$file:$line: platforms differ only under Platform/ or file by file"
    done < <(code '^[[:space:]]*#(if|elseif)[[:space:]].*(os|canImport|targetEnvironment)\(' "$1")
}

# What the second pattern finds in a folder is a violation of the rule that the last argument words.
forbid() {
    local file line text
    while IFS=: read -r file line text; do
        report "$file:$line: $3: ${text#"${text%%[![:space:]]*}"}"
    done < <(code "$2" "$1")
}

for folder in Sources/* Services/Entitlements/Sources/*; do
    # C modules of the system have no Swift.
    [[ ! -e $folder/module.modulemap ]] || continue
    check_imports "$folder" "$(basename "$folder")"
    check_conditions "$folder"
done
for folder in Sources/LocalAppStore Sources/StoreLedger Sources/StoreModel; do
    forbid "$folder" '(^|[^A-Za-z0-9_])SK[A-Z][A-Za-z]' "${folder##*/} has no name of StoreKit's"
done
forbid Sources/StoreModel '(FileManager|FileHandle|NSLock|Date\(\)|contentsOf: url)' "StoreModel has values and functions of them"
forbid Sources/StoreKit/LocalStore '^[[:space:]]*(public|open)[[:space:]]+(final[[:space:]]+)?(class|struct|enum|protocol|func|var|let|init|typealias|extension)' \
    "what is ours is at most package"
# No SQL outside one folder.
for folder in Services/Entitlements/Sources/EntitlementService/*/ Services/Entitlements/Sources/{EntitlementModel,entitlements}; do
    [[ $folder == */Database/ ]] ||
        forbid "$folder" '(^|[^A-Za-z])(SELECT|INSERT INTO|DELETE FROM|UPDATE [a-z_.]+ SET|TABLE [a-z_.]+)' "SQL stands in Database"
done
exit "$failed"
