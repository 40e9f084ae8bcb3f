extension CatalogSettings {
    init(node: CatalogNode) throws(CatalogError) {
        let node = try node.optionalObject()
        let purchase = try Self.purchaseFailure(of: node)
        let isSwitchedOn = try node["_failTransactionsEnabled"].flag()
        let fails = try purchase?["enabled"].flag() == true || isSwitchedOn
        self.init(
            timeRate: try Self.timeRate(of: node),
            localeIdentifier: try Self.locale(node["_locale"]),
            storefront: try Self.storefront(node["_storefront"]).code,
            isAskToBuyEnabled: try node["_askToBuyEnabled"].flag(),
            areInterruptedPurchasesEnabled: try node["_billingIssuesEnabled"].flag(),
            failsTransactions: fails,
            failureCode: try Self.failureCode(of: node, purchase: purchase) ?? (fails ? 0 : nil),
            isBillingRetryEnabled: try node["_renewalBillingIssuesEnabled"].flag(),
            isGracePeriodEnabled: try node["_billingGracePeriodEnabled"].flag(),
            areDialogsDisabled: try node["_disableDialogs"].flag()
        )
    }

    /// Newer files have a failure for each API by name; that of purchases is the one the settings
    /// know.
    private static func purchaseFailure(of node: CatalogNode) throws(CatalogError) -> CatalogNode? {
        for item in try node["_storeKitErrors"].elements() {
            if try item.object()["name"].optionalText() == "Purchase" { return item }
        }
        return nil
    }

    private static func failureCode(
        of node: CatalogNode,
        purchase: CatalogNode?
    ) throws(CatalogError) -> Int? {
        let older = try node["_storeKitError"].optionalInteger()
        let newer = try purchase?["current"].optionalObject()["index"].optionalInteger()
        return newer ?? older
    }

    /// A file for older editors may have a second rate, which counts only where the first is
    /// missing.
    private static func timeRate(of node: CatalogNode) throws(CatalogError) -> TimeRate {
        let older = node["_compatibilityTimeRate"]
        if node["_timeRate"].isPresent { return try timeRate(node["_timeRate"]) }
        if case .object = older.value { return try timeRate(older["3"]) }
        return try timeRate(older)
    }

    private static func timeRate(_ node: CatalogNode) throws(CatalogError) -> TimeRate {
        guard let number = try node.optionalInteger() else { return .realTime }
        guard let rate = TimeRate(rawValue: number) else {
            throw node.failure(expected: "the number of a time rate")
        }
        return rate
    }

    private static func locale(_ node: CatalogNode) throws(CatalogError) -> String {
        node.isPresent ? try node.locale() : "en_US"
    }

    private static func storefront(_ node: CatalogNode) throws(CatalogError) -> StorefrontCountry {
        guard let code = try node.optionalText() else { return .unitedStates }
        guard let country = StorefrontCountry(code: code) else {
            throw node.failure(expected: "a storefront such as \"USA\"")
        }
        return country
    }
}
