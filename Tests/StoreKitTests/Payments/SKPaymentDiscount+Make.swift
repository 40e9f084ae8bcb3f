import StoreKit

extension SKPaymentDiscount {
    static func make(
        identifier: String = "offer",
        keyIdentifier: String = "KEY1",
        nonce: UUID = UUID(),
        signature: String = "c2ln",
        timestamp: NSNumber = 1_700_000_000_000
    ) -> SKPaymentDiscount {
        SKPaymentDiscount(
            identifier: identifier,
            keyIdentifier: keyIdentifier,
            nonce: nonce,
            signature: signature,
            timestamp: timestamp
        )
    }
}
