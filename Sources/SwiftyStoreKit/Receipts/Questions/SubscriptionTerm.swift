import Foundation

/// A paid period and its end.
struct SubscriptionTerm {
    let item: ReceiptItem
    let end: Date

    /// Nil if the end is not known.
    init?(_ item: ReceiptItem, _ type: SubscriptionType) {
        let end =
            switch type {
            case .autoRenewable: item.subscriptionExpirationDate
            case .nonRenewing(let duration): item.purchaseDate.addingTimeInterval(duration)
            }
        guard let end, !end.timeIntervalSince1970.isNaN else { return nil }
        self.item = item
        self.end = end
    }

    /// The periods, the last to end first; of equal ends the one that comes first in the receipt.
    static func sorted(_ entries: [ReceiptEntry], _ type: SubscriptionType) -> [SubscriptionTerm] {
        let terms = entries.compactMap { SubscriptionTerm($0.item, type) }
        let order = terms.indices.map { (index: $0, end: terms[$0].end) }.sorted {
            $0.end == $1.end ? $0.index < $1.index : $0.end > $1.end
        }
        return order.map { terms[$0.index] }
    }
}
