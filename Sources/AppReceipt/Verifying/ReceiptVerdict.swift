/// What a ``ReceiptVerifier`` found: a verified receipt, or the rule that was broken.
public enum ReceiptVerdict: Hashable, Sendable {
    /// Every rule was kept.
    case verified(Receipt)
    /// A rule was broken; nothing the receipt says is to be believed.
    case refused(Refusal)
}
