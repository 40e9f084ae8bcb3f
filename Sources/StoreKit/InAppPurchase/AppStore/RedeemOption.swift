/// An option for the sheet that redeems offer codes; Apple has defined none yet.
public struct RedeemOption: Equatable, Hashable, Sendable {}
