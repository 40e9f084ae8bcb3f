import Foundation

/// A length of time: so many days, weeks, months or years.
open class SKProductSubscriptionPeriod: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set these, and
    // key-value coding, which is not for an object that another thread uses.
    private var storedNumberOfUnits = 0
    private var storedUnit = SKProduct.PeriodUnit.day

    /// Makes a period of no days.
    public override init() {
        super.init()
    }

    /// How many times the ``unit`` fits in the period.
    open var numberOfUnits: Int { storedNumberOfUnits }

    /// The unit that ``numberOfUnits`` counts.
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
