/// A receipt that was verified: signed by a trusted chain, and kept by every rule that was asked of
/// it.
///
/// Only ``ReceiptVerifier`` makes one. The properties of ``ReceiptContent`` can be read from it
/// directly.
@dynamicMemberLookup
public struct Receipt: Hashable, Sendable {
    /// What the receipt says.
    public let content: ReceiptContent
    /// The signed receipt that was verified.
    public let signed: SignedReceipt

    init(verified content: ReceiptContent, from signed: SignedReceipt) {
        self.content = content
        self.signed = signed
    }

    /// Reads a property of ``content``.
    public subscript<Value>(dynamicMember property: KeyPath<ReceiptContent, Value>) -> Value {
        content[keyPath: property]
    }
}
