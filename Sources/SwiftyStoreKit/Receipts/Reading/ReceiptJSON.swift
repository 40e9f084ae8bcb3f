import Foundation

/// Reads the JSON of a verifyReceipt answer.
enum ReceiptJSON {
    /// The top level; an answer that is JSON but not an object is an empty one.
    ///
    /// - Throws: Foundation's error for what is not JSON, a bare scalar included.
    static func read(_ data: Data) throws -> ReceiptInfo {
        let json = try JSONSerialization.jsonObject(with: data)
        guard let fields = json as? [String: Any] else { return [:] }
        return fields.mapValues(ReceiptBridge.object)
    }
}
