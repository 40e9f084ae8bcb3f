import Foundation
import StrictJSON

// Values in the data of the Advanced Commerce API.
extension JSONNode {
    /// Returns an amount that is written in thousandths: 4990 is 4.99.
    func thousandths() throws(JSONMismatch) -> Decimal {
        Decimal(try integer(as: Int64.self)) / 1000
    }

    /// Returns a part of 1 that is written as a decimal string or as a number of thousandths.
    func rate() throws(JSONMismatch) -> Decimal {
        guard case .string(let text) = value else { return try thousandths() }
        let isDecimal = text.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        guard isDecimal,
            let rate = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { throw mismatch(expected: "a decimal number") }
        return rate
    }

    /// Returns a date that is written in milliseconds since 1970.
    func date() throws(JSONMismatch) -> Date {
        Date(timeIntervalSince1970: Double(try integer(as: Int64.self)) / 1000)
    }

    /// Returns a period that is written in ISO 8601, such as `P1M`.
    func period() throws(JSONMismatch) -> Product.SubscriptionPeriod {
        guard let period = Product.SubscriptionPeriod(iso8601: try text()) else {
            throw mismatch(expected: "a period such as P1M")
        }
        return period
    }

    /// Returns the elements of a list, each decoded.
    func list<Element>(
        _ decode: (JSONNode) throws(JSONMismatch) -> Element
    ) throws(JSONMismatch) -> [Element] {
        var list: [Element] = []
        for element in try elements() {
            list.append(try decode(element))
        }
        return list
    }
}
