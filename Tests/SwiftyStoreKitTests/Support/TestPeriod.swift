import StoreKit

/// A subscription period with the values a test gives it.
final class TestPeriod: SKProductSubscriptionPeriod, @unchecked Sendable {
    private let count: Int
    private let length: SKProduct.PeriodUnit

    init(_ count: Int, _ length: SKProduct.PeriodUnit) {
        self.count = count
        self.length = length
        super.init()
    }

    override var numberOfUnits: Int { count }
    override var unit: SKProduct.PeriodUnit { length }
}
