extension Store {
    private static let preference = "promotion"

    /// What the app chose to promote; kept with the ledger.
    public var promotionChoices: PromotionChoices {
        get throws(Store.Error) { try ledger.read { try $0.promotionChoices(Self.preference) } }
    }

    /// Changes what the app promotes.
    public func updatePromotionChoices(
        _ update: (inout PromotionChoices) -> Void
    ) throws(Store.Error) {
        try change { writer in
            var choices = try writer.reader.promotionChoices(Self.preference)
            update(&choices)
            try writer.setPreference(Self.preference, to: try JSONText(choices).text)
        }
    }
}

extension LedgerReader {
    fileprivate func promotionChoices(_ name: String) throws -> PromotionChoices {
        try preference(name).map { try JSONText($0).decoded() } ?? PromotionChoices()
    }
}
