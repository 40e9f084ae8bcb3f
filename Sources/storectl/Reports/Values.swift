import Foundation

/// An amount of money with its currency.
struct Money {
    let text: String

    init(_ amount: Decimal, _ currency: String) {
        text = "\(amount) \(currency)"
    }
}
