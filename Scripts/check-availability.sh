#!/usr/bin/env bash
# Holds what only Apple's compilers look at: nothing of the standard library and Foundation is newer
# than iOS 13 and macOS 10.15 (ARCHITECTURE.md has the table) or missing on iOS, and optional methods
# are called so.
# A file that asks #available, or whose extension is for a later system, judges for itself, and one
# that is left out on Apple's platforms as a whole does not matter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The targets that Apple's platforms build.
targets=(SwiftyStoreKit StoreTesting LocalAppStore StoreLedger StoreModel StoreCommands LocalAppStoreServer AppReceipt StrictJSON ReceiptValidation)

failed=0

# Whether Apple's compilers see nothing of a file: its first line of code is the condition, which
# ends with the file.
is_elsewhere() {
    [[ $(grep -m 1 -vE '^[[:space:]]*(//|$)' "$1") == '#if !canImport(Darwin)' &&
        $(grep -vE '^[[:space:]]*$' "$1" | tail -n 1) == '#endif'* &&
        $(grep -cE '^#(if|endif)' "$1") == 2 ]]
}

# Lines of code that match, as file:line:text; comments do not count, nor files that judge for themselves.
code() {
    local file line text
    while IFS=: read -r file line text; do
        grep -qE '#available\(|^@available\(iOS 1[6-9]' "$file" || is_elsewhere "$file" || echo "$file:$line:$text"
    done < <(
        grep -rnE --include='*.swift' "$1" "$2" | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' || true
    )
}

report() {
    local file line text
    while IFS=: read -r file line text; do
        [[ -n $file ]] || continue
        echo "$file:$line: $1: ${text#"${text%%[![:space:]]*}"}"
        failed=1
    done
}

# A span comes of a slice that has a name: an array's own is new in iOS 26, and a slice without a
# name does not live as long.
check_spans() {
    local span='\.(span|mutableSpan)([^A-Za-z0-9_(]|$)' slice='([a-z][A-Za-z]*S|s)lice'
    report "name a slice first: let slice = bytes[...]" < <(
        code "$span" "$1" | sed -E "s/([^A-Za-z0-9_.]|^)$slice\.span//g" |
            { grep -E "$span" || true; }
    )
    report "what is called a slice is one: bytes[...]" < <(
        code "(let|var) $slice = " "$1" | { grep -vE '\[[^]]*(\.\.\.|\.\.<)[^]]*\]$' || true; }
    )
}

# Tells what matches a pattern in a folder, with the reason.
forbid() {
    report "$3" < <(code "$2" "$1")
}

check_names() {
    local before='(^|[^A-Za-z0-9_.])' after='([^A-Za-z0-9_]|$)'
    local clocks='Duration|(Continuous|Suspending)Clock|InstantProtocol'
    local matching='((first|whole|prefix)Match|matches)\(of:'
    local protocols='[A-Za-z.]*(Sequence|Collection|Iterator|Identifiable|RawRepresentable)'
    local paths='(path|component|components|queryItems):'
    forbid "$1" "$before(InlineArray|UTF8Span|MutableRawSpan|OutputRawSpan)$after" "new in iOS 26"
    forbid "$1" "\.utf8Span$after" "new in iOS 26"
    forbid "$1" "$before(Mutex|Atomic)$after|import Synchronization" "new in iOS 18"
    forbid "$1" "String\(validating:" "new in iOS 18"
    forbid "$1" "with(Throwing)?DiscardingTaskGroup" "new in iOS 17"
    forbid "$1" "$before($clocks)$after|Task\.sleep\((for|until):" "new in iOS 16"
    forbid "$1" "${before}Regex$after|\.$matching" "new in iOS 16"
    forbid "$1" "\.(trimmingPrefix|replacing|firstRange|ranges)\(" "new in iOS 16"
    forbid "$1" "${before}any $protocols[A-Za-z]*<" "needs the runtime of iOS 16"
    forbid "$1" "URL\(filePath:|\.append(ing)?\($paths|\.path\(percentEncoded" "new in iOS 16"
    forbid "$1" "URL\.[a-z]+Directory$after" "new in iOS 16"
    forbid "$1" "Date\.now$after|\.formatted\(" "new in iOS 15"
    forbid "$1" "(FormatStyle|AttributedString)$after" "new in iOS 15"
    forbid "$1" "[lL]ocale\.(Components|Language|Region|Currency)$after" "new in iOS 16"
    forbid "$1" "locale\??\.(language|region|currency)$after" "new in iOS 16"
    forbid "$1" "(TimeZone|timeZone =) ?\.gmt$after" "new in iOS 16"
    forbid "$1" "\.(read\(upToCount|write\(contentsOf):|\.readToEnd\(" "new in iOS 13.4"
    forbid "$1" "\.homeDirectory(ForCurrentUser|\(forUser:)|${before}(Process\(|Host\.)" "not on iOS"
}

# Apple's protocols are Objective-C's: an optional method is called with a question mark.
check_optional_calls() {
    local receiver='(\$0|[oO]bserver\)?\??|[dD]elegate\)?\??)\.' what="an optional method needs ?("
    local labels='(removed|updatedDownloads|restoreCompleted|shouldAdd|didRevoke|shouldContinue)'
    forbid "$1" "${receiver}paymentQueue\([A-Za-z.]+, $labels" "$what"
    forbid "$1" "${receiver}paymentQueue(Restore|Did|Should)[A-Za-z]+\(" "$what"
    forbid "$1" "${receiver}request(DidFinish)?\(" "$what"
}

for target in "${targets[@]}"; do
    check_names "Sources/$target"
    for folder in "Sources/$target" "Tests/${target}Tests"; do
        # StoreTesting is tested by StoreKitTestTests.
        [[ -d $folder ]] || continue
        check_spans "$folder"
        check_optional_calls "$folder"
    done
done
exit "$failed"
