package import Foundation
import StrictJSON

/// The name and description of a product or a group in one language.
public struct CatalogLocalization: Sendable, Equatable {
    /// The locale, such as `en_US`, `ja` or `zh_Hant`.
    public var localeIdentifier: String
    /// The name; it may be empty.
    public var displayName: String
    /// The description; it may be empty.
    public var productDescription: String

    /// Makes the name and the description in one locale.
    public init(
        localeIdentifier: String = "en_US",
        displayName: String = "",
        productDescription: String = ""
    ) {
        self.localeIdentifier = localeIdentifier
        self.displayName = displayName
        self.productDescription = productDescription
    }
}

extension CatalogLocalization {
    static func list(_ node: JSONNode, reader: inout CatalogReader) -> [CatalogLocalization] {
        reader.elements(node).compactMap { CatalogLocalization(node: $0, reader: &reader) }
    }

    private init?(node: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(node) else { return nil }
        self.init(
            localeIdentifier: reader.value(try node["locale"].locale(), or: ""),
            displayName: reader.value(try node["displayName"].present?.text(), or: nil) ?? "",
            productDescription:
                reader.value(try node["description"].present?.text(), or: nil) ?? ""
        )
    }
}

extension CatalogProduct {
    /// The localization for a customer's locale; `nil` only if the product has none at all.
    ///
    /// It is the one for the locale itself, else for its language in the same script, else for its
    /// language, else for `en_US`, else the first in the file.
    package func localization(for locale: Locale) -> CatalogLocalization? {
        localizations.localization(for: locale)
    }
}

extension [CatalogLocalization] {
    /// The localization for a customer's locale, chosen as for a product; `nil` without one.
    package func localization(for locale: Locale) -> CatalogLocalization? {
        let requested = LocaleKey(identifier: locale.identifier)
        let keyed = map {
            (key: LocaleKey(identifier: $0.localeIdentifier), texts: $0)
        }
        let match =
            keyed.first { $0.key == requested }
            ?? keyed.first {
                $0.key.language == requested.language && $0.key.script == requested.script
            }
            ?? keyed.first { $0.key.language == requested.language }
            ?? keyed.first { $0.key == LocaleKey(identifier: "en_US") }
            ?? keyed.first
        return match?.texts
    }
}
