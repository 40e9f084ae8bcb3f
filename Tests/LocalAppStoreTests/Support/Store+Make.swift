import Foundation
import LocalAppStore

extension Store {
    static func make(
        _ catalog: Catalog = .shop(),
        at location: Location = .memory,
        clock: StoreClock = .manual(startingAt: .start)
    ) throws -> Store {
        try Store(catalog: catalog, at: location, clock: clock)
    }

    @discardableResult
    func pay(_ productID: String, quantity: Int = 1, user: String? = nil) throws -> LedgerEntry {
        try pay(
            PaymentRequest(
                productID: productID,
                quantity: quantity,
                applicationUsername: user
            )
        )
    }
}

extension Date {
    /// 1 March 2024 at noon, UTC: the day on which the tests' stores open.
    static let start = Date(timeIntervalSince1970: 1_709_294_400)
}

extension TimeInterval {
    static func days(_ count: Double) -> TimeInterval { count * 86_400 }
}
