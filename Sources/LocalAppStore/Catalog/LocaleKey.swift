import Foundation

/// What decides which texts a customer reads: `zh-Hant-TW` and `zh_TW` are one key, and so is
/// `zh_TW@calendar=roc`.
///
/// An identifier that names no locale has a key of nothing, which differs from that of every
/// locale.
struct LocaleKey: Equatable {
    let language: String?
    let script: String?
    let region: String?

    private init(_ locale: Locale?) {
        language = locale?.languageCode
        region = locale?.regionCode
        if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
            script = locale?.language.script?.identifier
        } else {
            // What the region implies is not told here.
            script = locale?.scriptCode
        }
    }

    init(identifier: String) {
        self.init(LocaleIdentifier(identifier).map { Locale(identifier: $0.text) })
    }
}
