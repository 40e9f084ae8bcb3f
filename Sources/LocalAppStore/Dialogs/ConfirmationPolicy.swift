/// How a customer answers when the store asks whether to buy.
public enum ConfirmationPolicy: Sendable {
    /// The customer confirms everything.
    case confirm
    /// The customer cancels everything.
    case refuse
    /// The closure answers: `true` buys, `false` cancels.
    ///
    /// It is called on the thread that makes the payment and may take as long as a person does; no
    /// other payment of that queue goes on meanwhile.
    case ask(@Sendable (PurchaseSheet) -> Bool)

    func confirms(_ sheet: PurchaseSheet) -> Bool {
        switch self {
        case .confirm: true
        case .refuse: false
        case .ask(let answer): answer(sheet)
        }
    }
}
