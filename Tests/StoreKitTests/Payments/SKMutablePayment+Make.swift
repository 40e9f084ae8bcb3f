import StoreKit

extension SKMutablePayment {
    static func make(
        productIdentifier: String = "gold",
        quantity: Int = 2,
        requestData: Data? = Data([1]),
        applicationUsername: String? = "user",
        simulatesAskToBuyInSandbox: Bool = true,
        paymentDiscount: SKPaymentDiscount? = nil
    ) -> SKMutablePayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = productIdentifier
        payment.quantity = quantity
        payment.requestData = requestData
        payment.applicationUsername = applicationUsername
        payment.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
        payment.paymentDiscount = paymentDiscount
        return payment
    }
}
