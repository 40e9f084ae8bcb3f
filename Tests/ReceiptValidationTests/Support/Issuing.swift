import AppReceipt
import Foundation

/// A store that tests issue receipts with; its keys are made once.
enum Issuing {
    static let store = Result { try makeIdentity() }
    /// Shaped as the store's, and trusted by nobody.
    static let stranger = Result { try makeIdentity() }

    private static func makeIdentity() throws -> SigningIdentity {
        try SigningIdentity.make(
            name: "Test",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
    }

    static func receipt(
        _ content: ReceiptContent = .make(),
        by identity: SigningIdentity? = nil
    ) throws -> Data {
        let issuer = ReceiptIssuer(identity: try identity ?? store.get())
        return Data(try issuer.issue(content).bytes)
    }
}
