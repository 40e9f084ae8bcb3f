import StoreKit
import Testing

@Suite struct SKProductSubscriptionPeriodTests {
    @Test func `a period shows its units`() {
        let period = SKProductSubscriptionPeriod(numberOfUnits: 6, unit: .month)
        #expect(period.numberOfUnits == 6)
        #expect(period.unit == .month)
    }

    @Test func `a period made by init lasts no time`() {
        #expect(SKProductSubscriptionPeriod().numberOfUnits == 0)
        #expect(SKProductSubscriptionPeriod().unit == .day)
    }

    @Test(arguments: [
        (SKProduct.PeriodUnit.day, 0 as UInt), (.week, 1), (.month, 2), (.year, 3),
    ])
    func `a unit has Apple's number`(unit: SKProduct.PeriodUnit, number: UInt) {
        #expect(unit.rawValue == number)
    }
}
