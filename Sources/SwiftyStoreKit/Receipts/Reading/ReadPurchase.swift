import Foundation

/// One purchase as far as a question needs it, and what is kept of it for the answer.
struct ReadPurchase<Kept> {
    let expirationDate: Date?
    let marks: PurchaseMarks
    let kept: Kept
}

extension ReadPurchase<ReceiptItem> {
    /// Reads all of it.
    static func whole(_ fields: ReceiptFields, _ identity: PurchaseIdentity) -> Self {
        let cancellation = fields.noted(.cancellation)
        let item = ReceiptItem(fields, identity, cancellationDate: cancellation.date)
        return Self(
            expirationDate: item.subscriptionExpirationDate,
            marks: PurchaseMarks(item, isCancelled: cancellation.isNoted),
            kept: item
        )
    }
}

extension ReadPurchase<UnreadItem> {
    /// Reads whether it counts, and the rest only when the answer has it.
    static func validity(_ fields: ReceiptFields, _ identity: PurchaseIdentity) -> Self {
        var marks: PurchaseMarks = fields.noted(.cancellation).isNoted ? .cancelled : []
        if fields.flag(.isUpgraded) { marks.insert(.upgraded) }
        return Self(
            expirationDate: nil,
            marks: marks,
            kept: UnreadItem(fields: fields, identity: identity)
        )
    }
}

extension ReadPurchase<Void> {
    /// Reads no more than that it is there.
    static func presence(_ fields: ReceiptFields, _ identity: PurchaseIdentity) -> Self {
        Self(expirationDate: nil, marks: [], kept: ())
    }

    /// Reads that it is there and when it ends.
    static func end(_ fields: ReceiptFields, _ identity: PurchaseIdentity) -> Self {
        let end = fields.date(.expires)
        return Self(expirationDate: end, marks: [], kept: ())
    }
}
