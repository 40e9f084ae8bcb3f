/// A purchase that is read whole only when an answer has it, which is so only if it was not taken
/// back.
struct UnreadItem {
    let fields: ReceiptFields
    let identity: PurchaseIdentity

    var item: ReceiptItem {
        ReceiptItem(fields, identity, cancellationDate: nil)
    }
}
