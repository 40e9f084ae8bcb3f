package import LocalAppStore

// The periods of the local store. Its type has the same name as this module's shorter one.
extension Product.SubscriptionPeriod {
    /// Makes the period of the local store's.
    package init(_ period: LocalAppStore.SubscriptionPeriod) {
        self.init(unit: Unit(period.unit), value: period.value)
    }

    /// Decodes a period such as `P3D`, `P1W`, `P2M` or `P1Y`: ISO 8601 with exactly one number from
    /// 1 to 9999.
    package init?(iso8601 text: String) {
        guard let period = LocalAppStore.SubscriptionPeriod(iso8601: text) else { return nil }
        self.init(period)
    }

    /// The period in ISO 8601, such as `P1M`.
    package var iso8601: String {
        LocalAppStore.SubscriptionPeriod(value: value, unit: unit.inStore).iso8601
    }
}

extension Product.SubscriptionPeriod.Unit {
    fileprivate init(_ unit: LocalAppStore.SubscriptionPeriod.Unit) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .year: self = .year
        }
    }

    fileprivate var inStore: LocalAppStore.SubscriptionPeriod.Unit {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}
