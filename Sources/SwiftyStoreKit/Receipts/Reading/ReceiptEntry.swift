/// One element of a receipt's lists.
struct ReceiptEntry {
    /// What reading an element leads to.
    enum Reading {
        case entry(ReceiptEntry)
        case unreadable
        case other
    }

    let item: ReceiptItem
    /// Whether a cancellation is noted, even one whose date cannot be read.
    let isCancelled: Bool

    /// Whether the purchase counts: not taken back, and not replaced by a better subscription.
    var isValid: Bool { !isCancelled && !item.isUpgraded }

    /// Reads `element` if it is of the products that are asked for; nil asks for all.
    static func read(_ element: Any, _ productIds: Set<String>?) -> Reading {
        guard let fields = ReceiptFields(element) else { return .unreadable }
        if let productIds {
            guard let id = fields.string(.productId) else { return .unreadable }
            guard productIds.contains(id) else { return .other }
        }
        guard let item = ReceiptItem(fields) else { return .unreadable }
        let isCancelled = item.cancellationDate != nil || fields.hasDate(.cancellation)
        return .entry(ReceiptEntry(item: item, isCancelled: isCancelled))
    }
}
