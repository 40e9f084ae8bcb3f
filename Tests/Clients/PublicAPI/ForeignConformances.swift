import Foundation
import StoreKit
public import SwiftyStoreKit
import Testing

// Conformances in apps' tests, for types that SwiftyStoreKit has always left without Equatable.

extension VerifyReceiptResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: VerifyReceiptResult, right: VerifyReceiptResult) -> Bool {
        switch (left, right) {
        case (.success, .success): return true
        case (.error(let error), .error(let other)): return error == other
        default: return false
        }
    }
}

extension ReceiptError: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: ReceiptError, right: ReceiptError) -> Bool {
        switch (left, right) {
        case (.noReceiptData, .noReceiptData), (.noRemoteData, .noRemoteData): return true
        default: return false
        }
    }
}

extension ReceiptItem: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: ReceiptItem, right: ReceiptItem) -> Bool {
        left.transactionId == right.transactionId
    }
}

extension VerifySubscriptionResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (
        left: VerifySubscriptionResult,
        right: VerifySubscriptionResult
    ) -> Bool {
        switch (left, right) {
        case (.notPurchased, .notPurchased): return true
        case (.purchased(let date, let items), .purchased(let otherDate, let others)):
            return date == otherDate && items == others
        case (.expired(let date, let items), .expired(let otherDate, let others)):
            return date == otherDate && items == others
        default: return false
        }
    }
}

extension VerifyPurchaseResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: VerifyPurchaseResult, right: VerifyPurchaseResult) -> Bool {
        switch (left, right) {
        case (.notPurchased, .notPurchased): return true
        case (.purchased(let item), .purchased(let other)): return item == other
        default: return false
        }
    }
}

extension PublicAPITests {
    @Suite struct ForeignConformanceTests {
        private func item(_ productId: String) -> ReceiptItem {
            ReceiptItem(
                productId: productId,
                quantity: 1,
                transactionId: "1",
                originalTransactionId: "1",
                purchaseDate: .opening,
                originalPurchaseDate: .opening,
                webOrderLineItemId: nil,
                subscriptionExpirationDate: nil,
                cancellationDate: nil,
                isTrialPeriod: false,
                isInIntroOfferPeriod: false,
                isUpgraded: false
            )
        }

        // A comparison of the library's own would tell the two items apart.
        @Test func `what an app calls equal is equal`() {
            #expect(item("a") == item("b"))
            #expect(
                VerifyPurchaseResult.purchased(item: item("a")) == .purchased(item: item("b"))
            )
            let until = Date.opening
            #expect(
                VerifySubscriptionResult.expired(expiryDate: until, items: [item("a")])
                    == .expired(expiryDate: until, items: [item("b")])
            )
            #expect(VerifyReceiptResult.success(receipt: [:]) != .error(error: .noReceiptData))
            #expect(ReceiptError.noRemoteData == .noRemoteData)
        }

        // Without a default, as apps have written it since 2016: no case more, no case less.
        @Test(arguments: [
            (ReceiptStatus.unknown, -2), (.none, -1), (.valid, 0), (.jsonNotReadable, 21000),
            (.malformedOrMissingData, 21002), (.receiptCouldNotBeAuthenticated, 21003),
            (.secretNotMatching, 21004), (.receiptServerUnavailable, 21005),
            (.subscriptionExpired, 21006), (.testReceipt, 21007),
            (.productionEnvironment, 21008),
        ])
        func `a status is one of those that apps switch over`(status: ReceiptStatus, code: Int) {
            let number: Int
            switch status {
            case .unknown: number = -2
            case .none: number = -1
            case .valid: number = 0
            case .jsonNotReadable: number = 21000
            case .malformedOrMissingData: number = 21002
            case .receiptCouldNotBeAuthenticated: number = 21003
            case .secretNotMatching: number = 21004
            case .receiptServerUnavailable: number = 21005
            case .subscriptionExpired: number = 21006
            case .testReceipt: number = 21007
            case .productionEnvironment: number = 21008
            }
            #expect(number == code && status.rawValue == code)
        }
    }
}
