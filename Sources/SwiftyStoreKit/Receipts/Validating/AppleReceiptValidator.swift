public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Asks Apple's verifyReceipt whether a receipt is valid.
///
/// A receipt that belongs to the other environment is sent there, in each direction at most once
/// for each call, and a question that Apple could not answer for the moment is asked once more.
/// Neither changes the validator.
///
/// What an app asks Apple itself, somebody between them may answer, and the shared secret lies in
/// the app: a server or a validator that checks signatures is safer.
public final class AppleReceiptValidator: ReceiptValidator, Sendable {
    private let current: Locked<VerifyReceiptURLType>
    let sharedSecret: String?
    let excludesOldTransactions: Bool
    let session: URLSession
    let address: @Sendable (VerifyReceiptURLType) -> URL?

    /// The environment that is asked first; only the app changes it.
    public var service: VerifyReceiptURLType {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Creates a validator that asks Apple.
    ///
    /// - Parameters:
    ///   - service: The environment that is asked first. Production is right for every build,
    ///     because receipts of the sandbox are sent on.
    ///   - sharedSecret: The app's shared secret, which Apple wants for auto-renewable
    ///     subscriptions.
    public convenience init(
        service: VerifyReceiptURLType = .production,
        sharedSecret: String? = nil
    ) {
        self.init(service: service, sharedSecret: sharedSecret, excludeOldTransactions: false)
    }

    /// Creates a validator that asks Apple, or a server that speaks as Apple's does.
    ///
    /// - Parameters:
    ///   - service: The environment that is asked first.
    ///   - sharedSecret: The app's shared secret, which Apple wants for auto-renewable
    ///     subscriptions.
    ///   - excludeOldTransactions: Whether `latest_receipt_info` holds only the newest transaction
    ///     of each subscription.
    ///   - session: What carries the requests.
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
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            start(receiptData) { callback($0) }
        }
    }

    /// Gives a validator the secret that was handed over beside it; only this class can take one.
    package static func give(
        _ sharedSecret: String?,
        to validator: any ReceiptValidator
    ) -> any ReceiptValidator {
        guard let sharedSecret, let apple = validator as? AppleReceiptValidator else {
            return validator
        }
        return apple.with(sharedSecret: sharedSecret)
    }

    private func with(sharedSecret: String) -> AppleReceiptValidator {
        AppleReceiptValidator(
            service: service,
            sharedSecret: sharedSecret,
            excludeOldTransactions: excludesOldTransactions,
            session: session,
            address: address
        )
    }

    private func start(
        _ receiptData: Data,
        _ completion: @escaping @Sendable (VerifyReceiptResult) -> Void
    ) {
        do {
            let body = try VerifyReceiptBody(receiptData, self).json()
            VerifyReceiptCall(self, body, completion).ask(VerifyReceiptRoute(service))
        } catch {
            completion(.error(error: .requestBodyEncodeError(error: error)))
        }
    }
}
