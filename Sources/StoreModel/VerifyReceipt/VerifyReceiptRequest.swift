package import AppReceipt
package import Foundation

package struct VerifyReceiptRequest {
    package let receipt: SignedReceipt
    /// The value of `password`, of any type; `nil` if it is missing.
    package let password: Any?
    package let excludesOldTransactions: Bool

    /// Decodes a request; unknown keys are ignored, and of a repeated key the last counts.
    package init(method: String, body: Data) throws(VerifyReceiptRefusal) {
        guard method == "POST" else {
            throw .init(.unreadableRequest, "the request is a \(method), not a POST")
        }
        guard let json = try? JSONSerialization.jsonObject(with: body),
            let fields = json as? [String: Any]
        else { throw .init(.unreadableRequest, "the body is not a JSON object") }
        guard let text = fields["receipt-data"] as? String, !text.isEmpty else {
            throw .init(.malformedReceipt, "receipt-data is missing or not a string")
        }
        do throws(SignedReceipt.Error) {
            receipt = try SignedReceipt(base64Encoded: text)
        } catch {
            throw .init(.malformedReceipt, "receipt-data: \(error.description)")
        }
        password = fields["password"]
        excludesOldTransactions = fields["exclude-old-transactions"] as? Bool ?? false
    }
}
