package import Foundation
import StrictJSON

/// A default message of a product in a locale.
package struct DefaultMessage: Sendable, Equatable {
    package let place: DefaultMessagePlace
    package let messageIdentifier: UUID

    package init(place: DefaultMessagePlace, messageIdentifier: UUID) {
        self.place = place
        self.messageIdentifier = messageIdentifier
    }
}

/// The product and the locale of a default message.
package struct DefaultMessagePlace: Sendable, Equatable {
    package let productID: String
    /// A locale such as `en-US`.
    package let locale: String

    /// Makes a place.
    ///
    /// The form of the locale is checked, because Apple's list of locales is not documented.
    ///
    /// - Throws: `.invalidLocale` unless the locale is subtags joined by hyphens, or
    ///   `.invalidProduct` for a string with NUL.
    package init(productID: String, locale: String) throws(ServerRequestRefusal) {
        guard LocaleIdentifier(locale) != nil, !locale.contains("_"), !locale.contains("@") else {
            throw .invalidLocale
        }
        guard !productID.containsNUL else { throw .invalidProduct }
        self.productID = productID
        self.locale = locale
    }

    /// Makes the place of a product for a customer with settings.
    package init(productID: String, of settings: StoreSettings) {
        self.productID = productID
        let name = settings.locale.identifier.prefix { $0 != "@" }
        locale = name.replacingOccurrences(of: "_", with: "-")
    }
}
