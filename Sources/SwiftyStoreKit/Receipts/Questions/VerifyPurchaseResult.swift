/// Whether a product was bought.
public enum VerifyPurchaseResult: Sendable {
    /// It was; this is the newest purchase that counts.
    case purchased(item: ReceiptItem)
    /// It was not, or it was taken back.
    case notPurchased
}
