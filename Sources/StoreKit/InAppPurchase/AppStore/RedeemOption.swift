/// An option for the sheet that redeems offer codes; there is none yet.
public struct RedeemOption: Equatable, Hashable, Sendable {}
