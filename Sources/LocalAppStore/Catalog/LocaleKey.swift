import Foundation

/// What decides which texts a customer reads: `zh-Hant-TW` and `zh_TW` are one key, and so is `zh_TW@calendar=roc`.
struct LocaleKey: Equatable {
    let language: String?
    let script: String?
    let region: String?

    init(_ locale: Locale) {
        language = locale.language.languageCode?.identifier
        script = locale.language.script?.identifier
        region = locale.region?.identifier
    }

    init(identifier: String) {
        self.init(Locale(identifier: identifier))
    }
}
