import StoreKit

final class PeriodDouble: SKProductSubscriptionPeriod, @unchecked Sendable {
    override var numberOfUnits: Int { 7 }
    override var unit: SKProduct.PeriodUnit { .week }
}
