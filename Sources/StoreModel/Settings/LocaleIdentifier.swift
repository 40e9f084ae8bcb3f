import Foundation

/// The identifier of a locale, in the form of Unicode's locale identifiers: `en_US`, `zh-Hant-TW`,
/// `de@calendar=buddhist`.
///
/// Foundation traps when it formats for a locale whose identifier is not ASCII. Therefore only a
/// valid identifier is passed to `Locale`.
package struct LocaleIdentifier {
    package let text: String
    /// The buffer of ICU, which Foundation uses, has 157 bytes with the terminating 0
    /// (`ULOC_FULLNAME_CAPACITY`).
    private static let lengthLimit = 156

    package init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.lengthLimit, let name = parts.first,
            Self.isName(name), parts.dropFirst().allSatisfy(Self.areKeywords)
        else { return nil }
        self.text = text
    }

    /// A language, then subtags of letters or digits: script, region, variants, extensions.
    private static func isName(_ name: Substring) -> Bool {
        let subtags = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard let language = subtags.first, (2...8).contains(language.utf8.count),
            language.utf8.allSatisfy(isLetter)
        else { return false }
        return subtags.dropFirst().allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy(isLetterOrDigit)
        }
    }

    /// ICU's keywords, such as `calendar=buddhist;currency=EUR`.
    private static func areKeywords(_ text: Substring) -> Bool {
        text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { keyword in
            let parts = keyword.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
                parts[0].utf8.allSatisfy(isLetterOrDigit)
            else { return false }
            return parts[0].lowercased() == "currency"
                ? isCurrency(parts[1]) : parts[1].utf8.allSatisfy(isOfValue)
        }
    }

    /// The form of an ISO 4217 code.
    private static func isCurrency(_ code: Substring) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy(isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfValue(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "_-/+".utf8.contains(byte)
    }
}

/// The parts of a locale that select a localization: `zh-Hant-TW`, `zh_TW` and `zh_TW@calendar=roc`
/// have the same key.
///
/// The key of an invalid identifier has no parts, so it differs from the key of every locale.
struct LocaleKey: Equatable {
    package let language: String?
    package let script: String?
    package let region: String?

    private init(_ locale: Locale?) {
        language = locale?.languageCode
        region = locale?.regionCode
        if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
            script = locale?.language.script?.identifier
        } else {
            // Unlike above, this does not include a script that the region implies.
            script = locale?.scriptCode
        }
    }

    package init(identifier: String) {
        self.init(LocaleIdentifier(identifier).map { Locale(identifier: $0.text) })
    }
}
