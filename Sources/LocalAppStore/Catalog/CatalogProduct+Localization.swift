public import Foundation

extension CatalogProduct {
    /// The texts for a customer of a locale; `nil` only when the product has none at all.
    ///
    /// The locale itself comes first, then its language in the same script, then its language, then
    /// `en_US`, then whatever the file gives first.
    public func localization(for locale: Locale) -> CatalogLocalization? {
        let wanted = LocaleKey(identifier: locale.identifier)
        let keyed = localizations.map {
            (key: LocaleKey(identifier: $0.localeIdentifier), texts: $0)
        }
        let match =
            keyed.first { $0.key == wanted }
            ?? keyed.first { $0.key.language == wanted.language && $0.key.script == wanted.script }
            ?? keyed.first { $0.key.language == wanted.language }
            ?? keyed.first { $0.key == LocaleKey(identifier: "en_US") }
            ?? keyed.first
        return match?.texts
    }
}
