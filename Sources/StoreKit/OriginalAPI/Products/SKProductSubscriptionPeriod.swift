import Foundation

/// A number of days, weeks, months or years.
open class SKProductSubscriptionPeriod: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only the initializers set these, and
    // key-value coding, which must not be used on an object that is shared between threads.
    private var storedNumberOfUnits = 0
    private var storedUnit = SKProduct.PeriodUnit.day

    /// Makes a period of zero days.
    public override init() {
        super.init()
    }

    /// The number of ``unit``s in the period.
    open var numberOfUnits: Int { storedNumberOfUnits }

    /// The unit of the period.
    open var unit: SKProduct.PeriodUnit { storedUnit }

    package convenience init(numberOfUnits: Int, unit: SKProduct.PeriodUnit) {
        self.init()
        storedNumberOfUnits = numberOfUnits
        storedUnit = unit
    }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "numberOfUnits":
            CodedProperty(self.numberOfUnits, set: { self.storedNumberOfUnits = $0 })
        case "unit": CodedProperty(self.unit, set: { self.storedUnit = $0 })
        default: nil
        }
    }
}
