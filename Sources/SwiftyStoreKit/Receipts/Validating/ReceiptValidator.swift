public import Foundation

/// Something that can tell what a receipt says, and whether Apple says so.
///
/// Conform to it to ask a server of your own, which can then ask Apple's:
/// ``VerifyReceiptResult/init(json:)`` reads such an answer.
public protocol ReceiptValidator {
    /// Verifies a receipt; ``SwiftyStoreKit`` calls this on the main queue.
    ///
    /// - Parameters:
    ///   - receiptData: The bytes of the receipt file.
    ///   - completion: To be called once, on any thread; a second call changes nothing.
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void)
}
