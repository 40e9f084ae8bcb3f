public import Foundation

extension SwiftyStoreKit {
    /// Reads the receipt file, or asks the App Store for a new one, as the form with a callback
    /// does.
    ///
    /// - Parameter forceRefresh: Whether to ask the App Store in any case.
    /// - Returns: The receipt, of which nothing is verified yet.
    /// - Throws: ``ReceiptError``, or `CancellationError` when the task is cancelled first.
    public class func fetchReceipt(forceRefresh: Bool) async throws -> Data {
        try await receipts.fetch(forceRefresh: forceRefresh)
    }

    /// Fetches the receipt and has it verified, as the form with a callback does.
    ///
    /// - Parameters:
    ///   - validator: What verifies; it is asked on the main queue.
    ///   - forceRefresh: Whether to ask the App Store for a new receipt in any case.
    /// - Returns: What the receipt says.
    /// - Throws: ``ReceiptError``, or `CancellationError` when the task is cancelled first.
    public class func verifyReceipt(
        using validator: any ReceiptValidator & Sendable,
        forceRefresh: Bool = false
    ) async throws -> sending ReceiptInfo {
        try await receipts.verify(using: validator, forceRefresh: forceRefresh).get()
    }
}
