public import Foundation

extension SwiftyStoreKit {
    /// The receipt file's current content; nil if the file is missing or cannot be read.
    ///
    /// The file is read on the calling thread, and on Linux signed first;
    /// ``fetchReceipt(forceRefresh:)`` uses another thread. A freshly installed app has none.
    public static var localReceiptData: Data? { receipts.localReceiptData }

    /// Reads the receipt file, or requests a new one from the App Store.
    ///
    /// If the file is missing or `forceRefresh` is true, a receipt is requested from the App Store.
    /// The customer may have to sign in, so call it when the customer expects that. Calls during a
    /// refresh share it.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to request a new receipt in any case.
    ///   - completion: Called once on the main queue, when cancelled too; see
    ///     ``ReceiptError/cause``.
    /// - Returns: This caller's part in it, which can be cancelled; never nil, because the file is
    ///   looked for on another queue.
    @discardableResult
    public class func fetchReceipt(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.fetch(forceRefresh: forceRefresh, completion: completion)
    }

    /// Fetches the receipt and verifies it.
    ///
    /// - Parameters:
    ///   - validator: The validator, which is called on the main queue.
    ///   - forceRefresh: Whether to request a new receipt in any case.
    ///   - completion: Called once on the main queue.
    /// - Returns: This caller's part in fetching the receipt; never nil. Verifying cannot be
    ///   cancelled.
    @discardableResult
    public class func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.verify(using: validator, forceRefresh: forceRefresh, completion: completion)
    }

    /// Reads the receipt file, or requests a new one, as the form with a callback does.
    ///
    /// - Parameter forceRefresh: Whether to request a new receipt in any case.
    /// - Returns: The receipt, which is not verified yet.
    /// - Throws: ``ReceiptError``, or `CancellationError` when the task is cancelled first.
    public class func fetchReceipt(forceRefresh: Bool) async throws -> Data {
        try await receipts.fetch(forceRefresh: forceRefresh)
    }

    /// Fetches the receipt and verifies it, as the form with a callback does.
    ///
    /// - Returns: The content of the receipt.
    /// - Throws: ``ReceiptError``, or `CancellationError` when the task is cancelled first.
    public class func verifyReceipt(
        using validator: any ReceiptValidator & Sendable,
        forceRefresh: Bool = false
    ) async throws -> sending ReceiptInfo {
        try await receipts.verify(using: validator, forceRefresh: forceRefresh).get()
    }

    /// Fetches the receipt and verifies it, as it was written before 0.11.
    ///
    /// The password is the shared secret of an ``AppleReceiptValidator``; any other validator
    /// has its own.
    @available(*, deprecated, message: "Give the shared secret to AppleReceiptValidator.")
    @discardableResult
    public class func verifyReceipt(
        using validator: any ReceiptValidator,
        password: String?,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.verify(
            using: AppleReceiptValidator.withSecret(password, validator),
            forceRefresh: forceRefresh,
            completion: completion
        )
    }
}
