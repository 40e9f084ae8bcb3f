public import SwiftyStoreKit

// The library leaves these types without Equatable, so the tests say what is equal, as apps do.

extension ReceiptItem: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: ReceiptItem, right: ReceiptItem) -> Bool {
        ProductStatus(productId: "", state: .owned, items: [left])
            == ProductStatus(productId: "", state: .owned, items: [right])
    }
}

extension VerifyPurchaseResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: VerifyPurchaseResult, right: VerifyPurchaseResult) -> Bool {
        switch (left, right) {
        case (.purchased(let item), .purchased(let other)): item == other
        case (.notPurchased, .notPurchased): true
        case (.purchased, _), (.notPurchased, _): false
        }
    }
}

extension VerifySubscriptionResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (
        left: VerifySubscriptionResult,
        right: VerifySubscriptionResult
    ) -> Bool {
        switch (left, right) {
        case (.purchased(let date, let items), .purchased(let otherDate, let others)),
            (.expired(let date, let items), .expired(let otherDate, let others)):
            date == otherDate && items == others
        case (.notPurchased, .notPurchased): true
        case (.purchased, _), (.expired, _), (.notPurchased, _): false
        }
    }
}
