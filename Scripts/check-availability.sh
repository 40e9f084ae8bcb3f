#!/usr/bin/env bash
# Holds what only Apple's compilers look at: nothing of the standard library and Foundation is newer
# than iOS 13 and macOS 10.15 (ARCHITECTURE.md has the table) or missing on iOS, and optional methods
# are called so.
# Usage: Scripts/check-availability.sh [folder with Sources and Tests]; with --self-test it breaks
# each rule and expects to be told. A file that asks #available judges for itself, and one that is
# left out on Apple's platforms as a whole does not matter.
set -euo pipefail

# The targets that Apple's platforms build.
targets=(SwiftyStoreKit StoreTesting LocalAppStore StoreCommands LocalAppStoreServer AppReceipt ReceiptValidation)

failed=0

# Whether Apple's compilers see nothing of a file: its first line of code is the condition, which
# ends with the file.
is_elsewhere() {
    [[ $(grep -m 1 -vE '^[[:space:]]*(//|$)' "$1") == '#if !canImport(Darwin)' &&
        $(grep -vE '^[[:space:]]*$' "$1" | tail -n 1) == '#endif'* &&
        $(grep -cE '^#(if|endif)' "$1") == 2 ]]
}

# Lines of code that match, as file:line:text; comments do not count, nor files with #available.
code() {
    local file line text
    while IFS=: read -r file line text; do
        grep -q '#available(' "$file" || is_elsewhere "$file" || echo "$file:$line:$text"
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

check() {
    local target folder
    for target in "${targets[@]}"; do
        if [[ -d $1/Sources/$target ]]; then check_names "$1/Sources/$target"; fi
        for folder in "$1/Sources/$target" "$1/Tests/${target}Tests"; do
            [[ -d $folder ]] || continue
            check_spans "$folder"
            check_optional_calls "$folder"
        done
    done
    return "$failed"
}

expect() {
    local folder=$1 path=$2 text=$3 told
    mkdir -p "$folder/$(dirname "$path")"
    printf '%b' "$text" >"$folder/$path"
    if told=$("${BASH_SOURCE[0]}" "$folder"); then
        echo "self-test: nobody says that this is too new: $text"
        exit 1
    fi
    [[ $told == "$folder/$path:1: "* ]] || {
        echo "self-test: $path is not named in: $told"
        exit 1
    }
    rm "$folder/$path"
}

self_test() {
    local folder line
    folder=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$folder'" EXIT
    mkdir -p "$folder"/Sources/{AppReceipt,StoreKit} "$folder/Tests/LocalAppStoreTests"
    cat >"$folder/Sources/AppReceipt/Good.swift" <<'END'
let slice = message[...]
let bytes = slice.span
let (isSame, leftSlice) = (true, left[1..<2])
let tail = bytes[3...]
f(in: leftSlice.span, of: slice.span)
// A Duration and bytes.span in a comment.
let locked: any Locking<Int>
struct DurationText { let clock: StoreClock }
try await Task.sleep(nanoseconds: 1)
observer?.paymentQueue?(sender, removedTransactions: transactions)
observers.forEach { $0.paymentQueue(sender, updatedTransactions: transactions) }
let url = URL(fileURLWithPath: path).appendingPathComponent("a")
END
    printf 'if #available(iOS 16, *) { f(Date.now) }\n' >"$folder/Sources/AppReceipt/Asks.swift"
    printf '// Why.\n#if !canImport(Darwin)\nf(Date.now)\n#endif\n' \
        >"$folder/Sources/AppReceipt/Elsewhere.swift"
    # Not built on Apple's platforms, and in tests only what is newer than their own minimum.
    echo 'let lock = Mutex(0)' >"$folder/Sources/StoreKit/Linux.swift"
    echo 'let url = URL(filePath: path)' >"$folder/Tests/LocalAppStoreTests/Good.swift"
    "${BASH_SOURCE[0]}" "$folder" || {
        echo "self-test: what keeps the rules is refused"
        exit 1
    }
    while IFS= read -r line; do
        expect "$folder" Sources/AppReceipt/Bad.swift "$line\n"
    done <<'END'
let bytes = bytes.span
f(slice.span, bytes.span)
f(bytes[...].span)
f(myslice.span)
let words = text.utf8.span
let slice = bytes
let slice = Array(bytes)
let leftSlice = bytes[0]
let array: InlineArray<3, Int>
let text = String(validating: bytes, as: UTF8.self)
let lock = Mutex(0)
public import Synchronization
await withDiscardingTaskGroup { _ in }
let interval = Duration.milliseconds(100)
let clock = ContinuousClock()
try await Task.sleep(for: interval)
let found = text.firstMatch(of: pattern)
let pattern: Regex<Substring>
let values: any Sequence<Int>
let values: [any RandomAccessCollection<Int>]
let url = URL(filePath: path)
let url = folder.appending(path: "a")
let now = Date.now
let parts = Locale.Components(identifier: identifier)
language = locale.language.languageCode?.identifier
calendar.timeZone = .gmt
let data = try file.read(upToCount: 100)
try handle.write(contentsOf: text)
let text = price.formatted()
let home = FileManager.default.homeDirectoryForCurrentUser
let home = FileManager.default.homeDirectory(forUser: name)
let child = Process()
let name = Host.current().name
END
    expect "$folder" Tests/LocalAppStoreTests/Bad.swift 'let bytes = bytes.span\n'
    mkdir -p "$folder/Tests/SwiftyStoreKitTests"
    while IFS= read -r line; do
        expect "$folder" Tests/SwiftyStoreKitTests/Bad.swift "$line\n"
    done <<'END'
observers.forEach { $0.paymentQueue(sender, removedTransactions: transactions) }
observer?.paymentQueue(sender, didRevokeEntitlementsForProductIdentifiers: productIds)
observer?.paymentQueueRestoreCompletedTransactionsFinished(sender)
$0.paymentQueueDidChangeStorefront(sender)
delegate?.requestDidFinish(self)
END
    expect "$folder" Sources/LocalAppStore/Bad.swift 'let lock: Mutex<Int>\n'
    expect "$folder" Sources/LocalAppStore/Bad.swift \
        'f(Date.now)\n#if !canImport(Darwin)\n#endif\n'
}

if [[ ${1:-} == --self-test ]]; then
    self_test
else
    if [[ $# == 0 ]]; then cd "$(dirname "${BASH_SOURCE[0]}")/.."; fi
    check "${1:-.}"
fi
