import StrictJSON

/// The initial settings of a session, to which a reset returns.
package struct CatalogSettings: Sendable, Equatable {
    /// The speed of subscription time; the default is real time.
    package var timeRate: TimeRate

    /// The customer's locale; the default is `en_US`.
    package var localeIdentifier: String

    /// The storefront as an ISO 3166-1 alpha-3 code, independent of the locale; the default is
    /// `USA`.
    package var storefront: String

    /// Whether each purchase waits for the approval of a parent.
    package var isAskToBuyEnabled: Bool

    /// Whether each purchase is interrupted by an issue that the customer has to resolve.
    package var areInterruptedPurchasesEnabled: Bool

    /// Whether each purchase fails.
    package var failsTransactions: Bool

    /// The `SKError` code of failed purchases; `nil` means 0, unknown.
    package var failureCode: Int?

    /// Whether renewals fail for billing and enter billing retry.
    package var isBillingRetryEnabled: Bool

    /// Whether billing retry begins with a grace period.
    package var isGracePeriodEnabled: Bool

    /// Whether purchases need no confirmation.
    package var areDialogsDisabled: Bool

    /// Makes settings in code; by default nothing fails, in real time, in the United States.
    package init(
        timeRate: TimeRate = .realTime,
        localeIdentifier: String = "en_US",
        storefront: String = "USA",
        isAskToBuyEnabled: Bool = false,
        areInterruptedPurchasesEnabled: Bool = false,
        failsTransactions: Bool = false,
        failureCode: Int? = nil,
        isBillingRetryEnabled: Bool = false,
        isGracePeriodEnabled: Bool = false,
        areDialogsDisabled: Bool = false
    ) {
        self.timeRate = timeRate
        self.localeIdentifier = localeIdentifier
        self.storefront = storefront
        self.isAskToBuyEnabled = isAskToBuyEnabled
        self.areInterruptedPurchasesEnabled = areInterruptedPurchasesEnabled
        self.failsTransactions = failsTransactions
        self.failureCode = failureCode
        self.isBillingRetryEnabled = isBillingRetryEnabled
        self.isGracePeriodEnabled = isGracePeriodEnabled
        self.areDialogsDisabled = areDialogsDisabled
    }
}

extension CatalogSettings {
    init(node: JSONNode, reader: inout CatalogReader) {
        self.init()
        guard node.isPresent, reader.isObject(node) else { return }
        timeRate = reader.value(try Self.timeRate(of: node), or: .realTime)
        localeIdentifier = reader.value(try node["_locale"].present?.locale(), or: nil) ?? "en_US"
        storefront = reader.value(try Self.storefront(node["_storefront"]), or: .unitedStates).code
        let switches: KeyValuePairs<String, WritableKeyPath<Self, Bool>> = [
            "_askToBuyEnabled": \.isAskToBuyEnabled,
            "_billingIssuesEnabled": \.areInterruptedPurchasesEnabled,
            "_failTransactionsEnabled": \.failsTransactions,
            "_renewalBillingIssuesEnabled": \.isBillingRetryEnabled,
            "_billingGracePeriodEnabled": \.isGracePeriodEnabled,
            "_disableDialogs": \.areDialogsDisabled,
        ]
        for (key, setting) in switches {
            self[keyPath: setting] = reader.value(try node[key].optionalFlag(), or: false)
        }
        failureCode = reader.value(try node["_storeKitError"].present?.integer(), or: nil)
        readPurchaseFailure(in: node["_storeKitErrors"], reader: &reader)
        if failsTransactions, failureCode == nil { failureCode = 0 }
    }

    /// Newer files have a named failure for each API; only that of purchases is decoded.
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
