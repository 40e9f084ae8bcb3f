import Crypto
import Foundation
import X509

@testable import AppReceipt

/// A chain of keys on the curve P-256 that tests sign documents with, good or with one defect.
struct JWSChain {
    typealias Key = CertifiedKey<P256.Signing.PrivateKey>

    var root: Key
    var intermediate: Key
    var signer: Key

    static let good = Result { try make() }
    static let attacker = Result { try make() }
    /// The single certificate of an Xcode; `otherXcode` has another's.
    static let xcode = Result { try makeXcode() }
    static let otherXcode = Result { try makeXcode() }

    static func make(
        signer changeSigner: (inout CertificateTemplate) throws -> Void = { _ in },
        intermediate changeIntermediate: (inout CertificateTemplate) throws -> Void = { _ in },
        root changeRoot: (inout CertificateTemplate) throws -> Void = { _ in }
    ) throws -> JWSChain {
        let (start, end) = (Moment.chainStart, Moment.chainEnd)
        var template = try CertificateTemplate.root("Test", start, end)
        try changeRoot(&template)
        let root = try Key.make(template)
        template = try .intermediate("Test", start, end)
        try changeIntermediate(&template)
        let intermediate = try root.certify(template)
        template = try .signer("Test", start, end)
        try changeSigner(&template)
        let signer = try intermediate.certify(template)
        return JWSChain(root: root, intermediate: intermediate, signer: signer)
    }

    private static func makeXcode() throws -> JWSSigningIdentity {
        try .makeSelfSigned(
            name: "StoreKit Testing in Xcode",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
    }

    func identity() throws -> JWSSigningIdentity {
        try JWSSigningIdentity([signer, intermediate, root])
    }

    func issuer() throws -> JWSIssuer { JWSIssuer(identity: try identity()) }

    func roots() throws -> TrustedRoots { try TrustedRoots([root.encoded()]) }

    func verifier(_ policy: JWSPolicy = .make()) throws -> JWSVerifier {
        JWSVerifier(trustedRoots: try roots(), policy: policy)
    }

    static let account = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
}

extension JWSPolicy {
    static func make(
        _ bundleIdentifier: String = "com.example.app",
        _ environments: [AcceptedEnvironment] = [.production(appAppleIdentifier: 1_234_567_890)]
    ) -> JWSPolicy {
        JWSPolicy(bundleIdentifier: bundleIdentifier, environments: environments)
    }
}

/// A token of which every part can be changed before it is signed.
struct Token {
    /// The header in JSON; one with the good algorithm and the certificates if `nil`.
    var header: String?
    /// The header's members beside algorithm and certificates.
    var otherMembers = ""
    var algorithm = #""ES256""#
    var certificates: [[UInt8]]
    /// The list of certificates in JSON; the certificates if `nil`.
    var x5c: String?
    /// The payload in UTF-8.
    var payload: [UInt8]
    /// The key that signs; the good signer's unless it is set.
    var key: P256.Signing.PrivateKey
    /// The signature; one of the key in 64 bytes if `nil`.
    var signature: (([UInt8]) throws -> [UInt8])?
    /// Changes header and payload before they are signed.
    var editSigned: (String) -> String = { $0 }
    /// Changes the text at the end.
    var edit: (String) -> String = { $0 }

    init(_ chain: JWSChain, payload: String = Self.payload()) throws {
        certificates = try chain.identity().certificates
        self.payload = Array(payload.utf8)
        key = chain.signer.key
    }

    func compact() throws -> String {
        let list = certificates.map { #""\#(Data($0).base64EncodedString())""# }
        let members = [
            #""alg":\#(algorithm)"#, #""x5c":\#(x5c ?? "[\(list.joined(separator: ","))]")"#,
            otherMembers,
        ]
        let json = header ?? "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}"
        let encoded = Base64Coding.encodeURL(Array(json.utf8))
        let signed = editSigned("\(encoded).\(Base64Coding.encodeURL(payload))")
        let bytes = Array(signed.utf8)
        let signature = try signature?(bytes) ?? Array(key.signature(for: bytes).rawRepresentation)
        return edit("\(signed).\(Base64Coding.encodeURL(signature))")
    }

    /// The payload of a transaction in JSON, with changed, added or removed members.
    static func payload(_ changes: [String: String?] = [:]) -> String {
        var members: [String: String] = [
            "bundleId": #""com.example.app""#, "environment": #""Production""#,
            "productId": #""com.example.app.pro""#, "transactionId": #""1000""#,
            "originalTransactionId": #""900""#, "signedDate": "1717243200000",
            "purchaseDate": "1714555800000", "quantity": "1", "price": "9990",
            "currency": #""USD""#, "type": #""Non-Consumable""#,
            "appAccountToken": #""01020304-0506-0708-090a-0b0c0d0e0f10""#,
        ]
        for (name, value) in changes { members[name] = value }
        let json = members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        return "{\(json.joined(separator: ","))}"
    }
}

extension TransactionPayload {
    /// A payload in which everything is set.
    static func makeFull() -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionIdentifier = "9007199254740993"
        payload.originalTransactionIdentifier = "900"
        payload.webOrderLineItemIdentifier = "77"
        payload.appTransactionIdentifier = "704312345678901234"
        payload.bundleIdentifier = "com.example.app"
        payload.productIdentifier = "com.example.app.pro"
        payload.subscriptionGroupIdentifier = "21234567"
        payload.appAccountToken = JWSChain.account
        payload.environment = .production
        payload.signedDate = Moment.created
        payload.purchaseDate = Moment.purchased
        payload.originalPurchaseDate = Moment.purchased - Moment.day
        payload.expirationDate = Moment.purchased + 30 * Moment.day
        payload.revocationDate = Moment.purchased + Moment.day
        payload.revocationReason = .developerIssue
        payload.revocationType = .proratedRefund
        payload.revocationPercentage = 50_000
        payload.isUpgraded = true
        payload.productType = .autoRenewableSubscription
        payload.quantity = 2
        payload.ownershipType = .familyShared
        payload.reason = .renewal
        payload.additionalTransactionReason = .seatAddition
        payload.priceInMilliunits = 14_900_000
        payload.currency = "NGN"
        payload.storefront = "NGA"
        payload.storefrontIdentifier = "143561"
        payload.billingPlanType = .monthly
        payload.commitment = .makeFull()
        payload.multiSeatInfo = .makeFull()
        payload.advancedCommerceInfo = Data(
            #"{"items":[{"SKU":"a"}],"requestReferenceId":"b"}"#.utf8
        )
        payload.offerType = .winBack
        payload.offerIdentifier = "spring \"é\"\n"
        payload.offerDiscountType = .payUpFront
        payload.offerPeriod = "P3M"
        payload.deviceVerification = Array(0..<48)
        payload.deviceVerificationNonce = JWSChain.account
        return payload
    }
}

extension TransactionPayload.Commitment {
    static func makeFull() -> Self {
        var commitment = Self()
        commitment.billingPeriodNumber = 3
        commitment.totalBillingPeriods = 12
        commitment.expirationDate = Moment.chainEnd
        commitment.priceInMilliunits = 119_880
        return commitment
    }
}

extension TransactionPayload.MultiSeatInfo {
    fileprivate static func makeFull() -> Self {
        var seats = Self()
        seats.invitationManagement = .developer
        seats.priceTiers = [.make(9_990, 5), .make(7_990, 3)]
        seats.revokedSeatQuantity = 2
        return seats
    }
}

extension MultiSeatPriceTier {
    static func make(_ price: Int64, _ quantity: Int64) -> Self {
        var tier = Self()
        tier.priceInMilliunits = price
        tier.quantity = quantity
        return tier
    }
}
