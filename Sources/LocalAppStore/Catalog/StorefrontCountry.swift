/// A country in which the App Store sells.
public struct StorefrontCountry: Sendable, Equatable, Hashable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let code: String

    /// The App Store's own number for the storefront, such as `143441`.
    public let identifier: String

    /// The ISO 3166-1 alpha-2 code, such as `US`.
    public let regionCode: String

    /// The ISO 4217 code of the currency the App Store charges there, which need not be the
    /// country's own.
    public let currencyCode: String

    /// The storefront a session has unless told otherwise.
    public static let unitedStates = StorefrontCountry("USA", "143441", "US", "USD")

    private static let byCode = Dictionary(
        all.map { ($0.code, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Finds the country of an alpha-3 code; `nil` where the App Store does not sell.
    public init?(code: String) {
        guard let country = Self.byCode[code] else { return nil }
        self = country
    }

    init(_ code: String, _ identifier: String, _ regionCode: String, _ currencyCode: String) {
        self.code = code
        self.identifier = identifier
        self.regionCode = regionCode
        self.currencyCode = currencyCode
    }
}
