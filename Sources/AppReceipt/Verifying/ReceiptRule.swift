/// One thing that is asked of a receipt's content after its signature and chain were found good.
///
/// An app may bring its own rules beside those of this module.
public protocol ReceiptRule: Sendable {
    /// The name under which a refusal tells that this rule was broken.
    var name: ReceiptVerdict.Rule { get }

    /// What speaks against the receipt; `nil` if nothing does.
    func objection(to content: ReceiptContent) -> String?
}
