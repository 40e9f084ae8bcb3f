/// What decides whether a purchase counts, and for what.
struct PurchaseMarks: OptionSet, Sendable {
    let rawValue: UInt8

    /// Taken back, even on a date that cannot be read.
    static let cancelled = PurchaseMarks(rawValue: 1)
    /// Replaced by a better subscription.
    static let upgraded = PurchaseMarks(rawValue: 2)
    /// Bought by a member of the family, which is no past of this customer.
    static let familyShared = PurchaseMarks(rawValue: 4)
    /// A free trial, or a period with an introductory price.
    static let introductory = PurchaseMarks(rawValue: 8)
}

extension PurchaseMarks {
    init(_ item: ReceiptItem, isCancelled: Bool) {
        self = isCancelled ? .cancelled : []
        if item.isUpgraded { insert(.upgraded) }
        if item.ownership == .familyShared { insert(.familyShared) }
        if item.isTrialPeriod || item.isInIntroOfferPeriod { insert(.introductory) }
    }
}
