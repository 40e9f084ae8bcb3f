/// The handler for revoked entitlements and what came before there was one.
struct RevocationState: Sendable {
    private var handler: Callback<[String]>?
    private var kept: [[String]] = []

    mutating func setHandler(_ handler: Callback<[String]>, effects: inout Effects) {
        if self.handler != nil {
            effects.log(
                .warning,
                "onEntitlementRevocation was called again; the new handler counts."
            )
        }
        effects.discard(self.handler)
        self.handler = handler
        for productIds in kept { effects.deliver { handler(productIds) } }
        kept = []
    }

    mutating func revoke(_ productIds: [String], effects: inout Effects) {
        guard let handler else { return kept.append(productIds) }
        effects.deliver { handler(productIds) }
    }
}
