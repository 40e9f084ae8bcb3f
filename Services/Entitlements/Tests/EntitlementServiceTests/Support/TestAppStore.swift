import AppReceipt
import Crypto
import EntitlementModel
import EntitlementService
import Foundation

/// An App Store for tests that signs any payload.
struct TestAppStore: Sendable {
    static let shared = Result { try TestAppStore() }

    let identity: JWSSigningIdentity
    let roots: TrustedRoots
    private let issuer: JWSIssuer

    init() throws {
        let end = Date.start + 20 * 365 * 86_400
        identity = try .make(name: "Test", validFrom: .start - 20 * 365 * 86_400, until: end)
        roots = try TrustedRoots([identity.rootCertificate])
        issuer = JWSIssuer(identity: identity)
    }

    func sign<Payload: JWSPayload>(_ payload: Payload) throws -> String {
        try issuer.issue(payload).compactSerialization
    }

    /// Signs any JSON, including members that payloads lack.
    func sign(json: String) throws -> String {
        let header = try sign(TransactionPayload.make()).prefix { $0 != "." }
        let content = "\(header).\(Self.base64URL(Data(json.utf8)))"
        let end = "-----END PRIVATE KEY-----\n"
        let pem = identity.pemRepresentation.components(separatedBy: end)[0] + end
        let signature = try P256.Signing.PrivateKey(pemRepresentation: pem)
            .signature(for: Data(content.utf8))
        return "\(content).\(Self.base64URL(signature.rawRepresentation))"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .trimmingCharacters(in: ["="])
    }
}

extension Date {
    /// 1 March 2024 at noon UTC, at which the clock of a test starts.
    static let start = Date(timeIntervalSince1970: 1_709_294_400)
}

extension TimeInterval {
    static let day: TimeInterval = 86_400
}

extension PurchaseScope {
    static let shop = PurchaseScope(app: "com.example.shop", environment: .sandbox)
}

extension SigningIdentity {
    /// Makes an identity that signs receipts.
    static func makeForTests() throws -> SigningIdentity {
        try make(name: "Test", validFrom: .start - 1 * .day, until: .start + 99 * .day)
    }

    /// Issues a receipt with the first month of the subscription.
    func receipt(
        of app: String = PurchaseScope.shop.app,
        type: ReceiptType = .productionSandbox
    ) throws -> SignedReceipt {
        var purchase = Receipt.InAppPurchase(
            productIdentifier: "monthly",
            transactionIdentifier: "100",
            purchaseDate: .start
        )
        purchase.originalTransactionIdentifier = "100"
        purchase.expirationDate = .start + 30 * .day
        return try ReceiptIssuer(identity: self).issue(
            ReceiptContent(
                type: type,
                bundleIdentifier: app,
                appVersion: "1",
                creationDate: .start,
                inAppPurchases: [purchase]
            )
        )
    }
}

extension TransactionPayload {
    /// A month of a subscription, signed as it is bought.
    static func make(
        _ id: String = "100",
        original: String? = nil,
        product: String = "monthly",
        type: ProductType = .autoRenewableSubscription,
        token: UUID? = .account,
        purchased: Date = .start,
        expires: Date? = .start + 30 * .day,
        signed: Date? = nil,
        revoked: Date? = nil,
        isUpgraded: Bool? = nil,
        reason: AdditionalTransactionReason? = nil,
        seats: Int64? = nil,
        refundedSeats: Int64? = nil,
        scope: PurchaseScope = .shop
    ) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.isUpgraded = isUpgraded
        payload.quantity = seats
        payload.multiSeatInfo = seats.map { _ in MultiSeatInfo() }
        payload.multiSeatInfo?.revokedSeatQuantity = refundedSeats
        payload.additionalTransactionReason = reason
        payload.transactionIdentifier = id
        payload.originalTransactionIdentifier = original ?? id
        payload.bundleIdentifier = scope.app
        payload.environment = JWSEnvironment(rawValue: scope.environment.rawValue)
        payload.productIdentifier = product
        payload.productType = type
        payload.appAccountToken = token
        payload.purchaseDate = purchased
        payload.originalPurchaseDate = purchased
        payload.expirationDate = expires
        payload.revocationDate = revoked
        payload.signedDate = signed ?? revoked ?? purchased
        return payload
    }
}

extension TransactionPayload {
    /// The second month of the subscription.
    static func renewal(
        product: String = "monthly",
        token: UUID? = .account,
        signed: Date? = nil,
        revoked: Date? = nil
    ) -> TransactionPayload {
        make(
            "101",
            original: "100",
            product: product,
            token: token,
            purchased: .start + 30 * .day,
            expires: .start + 60 * .day,
            signed: signed,
            revoked: revoked
        )
    }

    /// Seats that were added during the first month of the subscription.
    static func addedSeats(
        _ seats: Int64? = nil,
        refunded: Int64? = nil,
        signed: Date? = nil,
        revoked: Date? = nil
    ) -> TransactionPayload {
        make(
            "102",
            original: "100",
            purchased: .start + 10 * .day,
            signed: signed,
            revoked: revoked,
            reason: .seatAddition,
            seats: seats,
            refundedSeats: refunded
        )
    }
}

extension RenewalInfoPayload {
    static func make(
        of original: String = "100",
        product: String = "monthly",
        signed: Date = .start,
        grace: Date? = nil,
        isInRetry: Bool = false,
        scope: PurchaseScope = .shop
    ) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.originalTransactionIdentifier = original
        payload.productIdentifier = product
        payload.renewalProductIdentifier = product
        payload.willAutoRenew = true
        payload.environment = JWSEnvironment(rawValue: scope.environment.rawValue)
        payload.signedDate = signed
        payload.gracePeriodExpirationDate = grace
        payload.isInBillingRetryPeriod = isInRetry
        return payload
    }
}

extension TestAppStore {
    /// Signs a notification with its subject.
    func notification(
        _ type: NotificationPayload.NotificationType = .subscribed,
        _ transaction: TransactionPayload? = .make(),
        _ renewalInfo: RenewalInfoPayload? = nil,
        id: UUID? = UUID(),
        signed: Date? = nil,
        scope: PurchaseScope = .shop
    ) throws -> String {
        var payload = NotificationPayload()
        payload.type = type
        payload.identifier = id
        payload.version = "2.0"
        payload.signedDate =
            signed ?? renewalInfo?.signedDate ?? transaction?.signedDate ?? .start
        var purchase = NotificationPayload.Purchase()
        purchase.bundleIdentifier = scope.app
        purchase.environment = JWSEnvironment(rawValue: scope.environment.rawValue)
        purchase.signedTransaction = try transaction.map { JWS(try sign($0)) }
        purchase.signedRenewalInfo = try renewalInfo.map { JWS(try sign($0)) }
        payload.data = purchase
        return try sign(payload)
    }
}

extension UUID {
    static let account = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
    static let otherAccount = UUID(
        uuid: (16, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 1)
    )
}
