import Foundation
import Testing

@testable import AppReceipt

/// The App Store signs every kind of document with the same keys, so nothing but their members
/// tells them apart.
@Suite struct DocumentKindTests {
    private let issuer: JWSIssuer
    private let verifier: JWSVerifier

    init() throws {
        issuer = try JWSChain.good.get().issuer()
        verifier = try JWSChain.good.get().verifier()
    }

    enum Kind: CaseIterable {
        case transaction, renewalInfo, appTransaction, notification, realtimeRequest
    }

    private func issue(_ kind: Kind) throws -> String {
        switch kind {
        case .transaction: try issuer.issue(TransactionPayload.makeFull()).compactSerialization
        case .renewalInfo: try issuer.issue(RenewalInfoPayload.makeFull()).compactSerialization
        case .appTransaction:
            try issuer.issue(AppTransactionPayload.makeFull()).compactSerialization
        case .notification: try issuer.issue(NotificationPayload.make()).compactSerialization
        case .realtimeRequest:
            try issuer.issue(RealtimeRequestPayload.make()).compactSerialization
        }
    }

    private func refusal(_ text: String, as kind: Kind) -> JWSRefusal? {
        do throws(JWSRefusal) {
            switch kind {
            case .transaction:
                _ = try verifier.verify(
                    JWS<TransactionPayload>(text),
                    productIdentifier: .unchecked,
                    appAccountToken: .unchecked
                )
            case .renewalInfo:
                _ = try verifier.verify(
                    JWS<RenewalInfoPayload>(text),
                    originalTransactionIdentifier: .unchecked,
                    productIdentifier: .unchecked,
                    appAccountToken: .unchecked
                )
            case .appTransaction: _ = try verifier.verify(JWS<AppTransactionPayload>(text))
            case .notification: _ = try verifier.verify(JWS<NotificationPayload>(text))
            case .realtimeRequest:
                _ = try verifier.verify(
                    JWS<RealtimeRequestPayload>(text),
                    appAppleIdentifier: .unchecked
                )
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Kind.allCases, Kind.allCases)
    func `A document is verified as what it is, and as nothing else`(
        kind: Kind,
        other: Kind
    )
        throws
    {
        let refusal = refusal(try issue(kind), as: other)
        #expect((refusal == nil) == (kind == other))
        // A transaction or a notification gives no date that an app transaction would have.
        #expect(refusal == nil || [.kind, .signingDate].contains(refusal?.rule))
    }

    @Test(arguments: ["com.example.app", "com.example.other"])
    func `A transaction is no renewal info, of this app or of another`(app: String) throws {
        let text = try Token(
            try JWSChain.good.get(),
            payload: Token.payload(["bundleId": "\"\(app)\""])
        ).compact()
        let refusal = refusal(text, as: .renewalInfo)
        #expect(refusal?.rule == .kind)
        #expect(
            refusal?.reason
                == "the payload has no autoRenewStatus and no autoRenewProductId, but \"bundleId\""
        )
    }

    @Test func `A document inside a notification is of the kind of its place`() throws {
        let transaction = try issue(.transaction)
        let renewalInfo = try issue(.renewalInfo)
        let notification = NotificationPayload.make(renewalInfo: JWS(transaction))
        let found = refusal(try issuer.issue(notification).compactSerialization, as: .notification)
        #expect(found?.rule == .kind)
        #expect(found?.member == "signedRenewalInfo")
        let other = NotificationPayload.make(transaction: JWS(renewalInfo))
        let refusal = refusal(try issuer.issue(other).compactSerialization, as: .notification)
        #expect(refusal?.rule == .kind)
        #expect(refusal?.member == "signedTransactionInfo")
    }

    @Test func `A document of a kind that is not known yet is refused`() throws {
        let payload = """
            {"originalTransactionId":"900","productId":"com.example.app.pro",\
            "environment":"Production","futureMember":"en-US","signedDate":1717243200000}
            """
        let text = try Token(try JWSChain.good.get(), payload: payload).compact()
        #expect(refusal(text, as: .renewalInfo)?.rule == .kind)
        #expect(refusal(text, as: .transaction)?.rule == .kind)
        #expect(refusal(text, as: .realtimeRequest)?.rule == .kind)
    }

    @Test func `A document that says next to nothing is of every kind that has its members`() throws
    {
        let payload = #"{"environment":"Production","signedDate":1717243200000,"productId":null}"#
        let text = try Token(try JWSChain.good.get(), payload: payload).compact()
        #expect(refusal(text, as: .renewalInfo) == nil)
        #expect(refusal(text, as: .appTransaction)?.rule == .kind)
    }

    @Test func `A member that is null makes no kind`() throws {
        let payload = Token.payload(["autoRenewStatus": "null"])
        let text = try Token(try JWSChain.good.get(), payload: payload).compact()
        #expect(refusal(text, as: .renewalInfo)?.rule == .kind)
        #expect(refusal(text, as: .transaction) == nil)
    }
}
