import Foundation
import StoreKit
import Testing

@Suite("The behavior of number formatters")
struct NumberFormatterBehaviorTests {
    @Test("A price is formatted as in Apple's sample")
    func priceSample() {
        let formatter = NumberFormatter()
        formatter.formatterBehavior = .behavior10_4
        formatter.numberStyle = .currency
        formatter.locale = Locale(identifier: "en_US@currency=USD")
        #expect(formatter.string(from: 1.99) == "$1.99")
    }

    @Test("Setting the behavior has no effect")
    func oneBehavior() {
        let formatter = NumberFormatter()
        #expect(formatter.formatterBehavior == .behavior10_4)
        formatter.formatterBehavior = .default
        #expect(formatter.formatterBehavior == .behavior10_4)
    }

    @Test("The behaviors have Apple's values")
    func rawValues() {
        #expect(NumberFormatter.Behavior.default.rawValue == 0)
        #expect(NumberFormatter.Behavior.behavior10_4.rawValue == 1040)
    }
}
