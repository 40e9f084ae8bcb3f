import Foundation
import StoreKit

/// The date both kinds of purchase report as the first one.
func purchaseDate(
    of transaction: any PaymentTransaction,
    original: (any PaymentTransaction)?
) -> Date {
    original?.transactionDate ?? transaction.transactionDate ?? .distantPast
}

/// The user name of the payment behind `transaction`; an empty one counts as none.
func username(of transaction: any PaymentTransaction) -> String? {
    (transaction as? SKPaymentTransaction).flatMap { filled($0.payment.applicationUsername) }
}

/// The text, or nil when there is nothing in it.
func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
}
