import Foundation

/// What decides which texts a customer reads: `zh-Hant-TW` and `zh_TW` are one key, and so is `zh_TW@calendar=roc`.
///
/// An identifier that names no locale has a key of nothing, which differs from that of every
/// locale.
struct LocaleKey: Equatable {
    let language: String?
    let script: String?
    let region: String?

    init(identifier: String) {
        let locale = LocaleIdentifier(identifier).map { Locale(identifier: $0.text) }
        language = locale?.language.languageCode?.identifier
        script = locale?.language.script?.identifier
        region = locale?.region?.identifier
    }
}
