public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends receipts to Apple's verifyReceipt.
///
/// A receipt of the other environment is sent there, in each direction at most once for each call.
/// A request that Apple could not serve for the moment is sent once more. Neither changes the
/// validator.
///
/// The connection of an app to Apple can be intercepted, and the shared secret is part of the app:
/// a server or a validator that checks signatures is safer.
public final class AppleReceiptValidator: ReceiptValidator, Sendable {
    /// One of Apple's two environments; the raw value is its address.
    public enum VerifyReceiptURLType: String, Sendable, CaseIterable {
        /// The App Store for customers.
        case production = "https://buy.itunes.apple.com/verifyReceipt"
        /// The sandbox for developers, testers and App Review, without payment.
        case sandbox = "https://sandbox.itunes.apple.com/verifyReceipt"
    }

    private let current: Locked<VerifyReceiptURLType>
    let sharedSecret: String?
    let excludesOldTransactions: Bool
    let session: URLSession
    let address: @Sendable (VerifyReceiptURLType) -> URL?

    /// The environment that receipts are sent to first; only the app changes it.
    public var service: VerifyReceiptURLType {
        get { current.withLock { $0 } }
        set { _ = current.exchange(newValue) }
    }

    /// Creates a validator that sends receipts to Apple.
    ///
    /// Production is right for every build, because receipts of the sandbox are sent on. Apple
    /// requires the app's shared secret for auto-renewable subscriptions.
    public convenience init(
        service: VerifyReceiptURLType = .production,
        sharedSecret: String? = nil
    ) {
        self.init(service: service, sharedSecret: sharedSecret, excludeOldTransactions: false)
    }

    /// Creates a validator that sends receipts to Apple, or to a server with the same protocol.
    ///
    /// - Parameters:
    ///   - service: The environment that receipts are sent to first.
    ///   - sharedSecret: The app's shared secret.
    ///   - excludeOldTransactions: Whether `latest_receipt_info` holds only the newest transaction
    ///     of each subscription.
    ///   - session: The session that the requests use.
    ///   - address: The address of an environment.
    public init(
        service: VerifyReceiptURLType = .production,
        sharedSecret: String? = nil,
        excludeOldTransactions: Bool,
        session: URLSession = .shared,
        address: @escaping @Sendable (VerifyReceiptURLType) -> URL? = { URL(string: $0.rawValue) }
    ) {
        current = Locked(service)
        self.sharedSecret = sharedSecret
        excludesOldTransactions = excludeOldTransactions
        self.session = session
        self.address = address
    }

    /// Sends the receipt to Apple.
    ///
    /// - Parameters:
    ///   - receiptData: The bytes of the receipt file.
    ///   - completion: Called once, on a queue of the session or of the system.
    public func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        let callback = Callback(completion)
        DispatchQueue.runInBackground { [self] in
            do {
                let body = try requestBody(receiptData)
                let call = VerifyReceiptCall(validator: self, body: body, completion: callback)
                call.send(to: VerifyReceiptRoute(service))
            } catch {
                callback(.error(error: .requestBodyEncodeError(error: error)))
            }
        }
    }

    private func requestBody(_ receiptData: Data) throws -> Data {
        var fields: [String: Any] = ["receipt-data": receiptData.base64EncodedString()]
        fields["password"] = sharedSecret
        if excludesOldTransactions { fields["exclude-old-transactions"] = true }
        return try JSONSerialization.data(withJSONObject: fields, options: .withoutEscapingSlashes)
    }

    /// A validator with the shared secret, where it is one of this class; otherwise the validator
    /// itself.
    package static func withSecret(
        _ sharedSecret: String?,
        _ validator: any ReceiptValidator
    ) -> any ReceiptValidator {
        guard let sharedSecret, let apple = validator as? AppleReceiptValidator else {
            return validator
        }
        return AppleReceiptValidator(
            service: apple.service,
            sharedSecret: sharedSecret,
            excludeOldTransactions: apple.excludesOldTransactions,
            session: apple.session,
            address: apple.address
        )
    }
}
