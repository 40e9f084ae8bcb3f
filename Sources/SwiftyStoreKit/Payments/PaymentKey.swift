import StoreKit

/// What a transaction's payment must have in common with the payment that was queued.
struct PaymentKey: Hashable, Sendable {
    let productId: String
    let applicationUsername: String?
    let quantity: Int
    let discountId: String?

    init(_ payment: SKPayment) {
        productId = payment.productIdentifier
        applicationUsername = filled(payment.applicationUsername)
        quantity = payment.quantity
        discountId = payment.paymentDiscount?.identifier
    }
}
