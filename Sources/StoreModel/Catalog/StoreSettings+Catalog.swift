import StrictJSON

extension StoreSettings {
    /// Decodes the initial settings of a session.
    init(node: JSONNode, reader: inout CatalogReader) {
        self.init()
        guard node.isPresent, reader.isObject(node) else { return }
        timeRate = reader.value(try Self.timeRate(of: node), or: .realTime)
        localeIdentifier = reader.value(try node["_locale"].present?.locale(), or: nil) ?? "en_US"
        storefront = reader.value(try Self.storefront(node["_storefront"]), or: .unitedStates).code
        let switches: KeyValuePairs<String, WritableKeyPath<Self, Bool>> = [
            "_askToBuyEnabled": \.isAskToBuyEnabled,
            "_billingIssuesEnabled": \.interruptsPurchases,
            "_failTransactionsEnabled": \.failsTransactions,
            "_renewalBillingIssuesEnabled": \.failsRenewals,
            "_billingGracePeriodEnabled": \.allowsGracePeriod,
            "_disableDialogs": \.disablesDialogs,
        ]
        for (key, setting) in switches {
            self[keyPath: setting] = reader.value(try node[key].optionalFlag(), or: false)
        }
        failureCode = reader.value(try node["_storeKitError"].present?.integer(), or: nil) ?? 0
        invitationManagement =
            reader.value(
                try node["_groupPurchaseInvitationMode"].present?.choice(
                    of: Seats.InvitationManagement.allCases
                ),
                or: nil
            ) ?? .apple
        readPurchaseFailure(in: node["_storeKitErrors"], reader: &reader)
    }

    /// Newer files contain a named failure for each API; only the purchase failure is decoded.
    private mutating func readPurchaseFailure(in list: JSONNode, reader: inout CatalogReader) {
        for item in reader.elements(list) where reader.isObject(item) {
            let name = reader.value(try item["name"].present?.text(), or: nil)
            guard name == "Purchase" else { continue }
            let isEnabled = reader.value(try item["enabled"].optionalFlag(), or: false)
            failsTransactions = failsTransactions || isEnabled
            let code = reader.value(
                try item["current"].optionalObject()["index"].present?.integer(as: Int.self),
                or: nil
            )
            failureCode = code ?? failureCode
            return
        }
    }

    /// A file may have a second rate for older editors, which counts only if the first is missing.
    private static func timeRate(of node: JSONNode) throws(JSONMismatch) -> TimeRate {
        let older = node["_compatibilityTimeRate"]
        if node["_timeRate"].isPresent { return try timeRate(node["_timeRate"]) }
        if case .object = older.value { return try timeRate(older["3"]) }
        return try timeRate(older)
    }

    private static func timeRate(_ node: JSONNode) throws(JSONMismatch) -> TimeRate {
        guard let number = try node.present?.integer() else { return .realTime }
        guard let rate = TimeRate(rawValue: number) else {
            throw node.mismatch(expected: "the raw value of a time rate")
        }
        return rate
    }

    private static func storefront(_ node: JSONNode) throws(JSONMismatch) -> StorefrontCountry {
        guard let code = try node.present?.text() else { return .unitedStates }
        guard let country = StorefrontCountry(code: code) else {
            throw node.mismatch(expected: "a storefront such as \"USA\"")
        }
        return country
    }
}
