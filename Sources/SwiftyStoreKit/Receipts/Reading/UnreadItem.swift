/// A purchase that is read whole only when an answer has it.
struct UnreadItem {
    let fields: ReceiptFields
    let identity: PurchaseIdentity

    var item: ReceiptItem {
        ReceiptItem(fields, identity, cancellationDate: fields.noted(.cancellation).date)
    }
}
