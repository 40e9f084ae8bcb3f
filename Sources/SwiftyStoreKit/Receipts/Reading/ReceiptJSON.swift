import Foundation

/// Reads the JSON of a verifyReceipt answer.
package enum ReceiptJSON {
    /// The top level; an answer that is JSON but not an object is an empty one.
    ///
    /// - Throws: Foundation's error for what is not JSON, a bare scalar included.
    static func read(_ data: Data) throws -> ReceiptInfo {
        let json = try JSONSerialization.jsonObject(with: data)
        return (json as? [String: Any]).map(info) ?? [:]
    }

    /// Makes the dictionary that clients get, for a validator that reads receipts itself.
    ///
    /// Questions to it are answered faster than to one that Foundation made by a cast.
    package static func info(_ fields: [String: Any]) -> ReceiptInfo {
        fields.mapValues(ReceiptBridge.object)
    }
}
