package import LocalAppStore
package import StrictJSON

/// New values of settings, with the members of ``SettingsRow``; `null` removes an optional value.
package struct SettingsChange: Sendable {
    private var purchases = Changes<StoreSettings>()
    private var receipts = Changes<ReceiptSettings>()
    private var downloads = Changes<DownloadSettings>()

    private static let flags: [(String, any WritableKeyPath<StoreSettings, Bool> & Sendable)] = [
        ("allowsPayments", \.allowsPayments), ("isAskToBuyEnabled", \.isAskToBuyEnabled),
        ("interruptsPurchases", \.interruptsPurchases), ("failsTransactions", \.failsTransactions),
        ("failsRenewals", \.failsRenewals), ("allowsGracePeriod", \.allowsGracePeriod),
        ("disablesDialogs", \.disablesDialogs),
    ]

    /// The names of the settings.
    package static let memberNames =
        flags.map(\.0) + [
            "storefront", "localeIdentifier", "failureCode", "timeRate", "gracePeriodLength",
            "invitationManagement", "environment", "appAppleID", "sharedSecret",
            "plannedResponse", "bytesPerSecond",
        ]

    /// Reads settings; all are read before the first changes.
    package init(_ node: JSONNode) throws(JSONMismatch) {
        try node.object(of: Self.memberNames)
        func given(_ name: String) -> JSONNode? { node[name].given }
        for (name, path) in Self.flags { purchases.set(path, try given(name)?.flag()) }
        purchases.set(\.storefront, try given("storefront")?.storefront())
        purchases.set(\.localeIdentifier, try given("localeIdentifier")?.plainText())
        purchases.set(\.failureCode, try given("failureCode")?.integer(in: 0...Int(Int32.max)))
        purchases.set(\.timeRate, try given("timeRate")?.choice(of: TimeRate.allCases) { "\($0)" })
        purchases.set(\.gracePeriodLength, try given("gracePeriodLength")?.gracePeriodLength())
        purchases.set(
            \.invitationManagement,
            try given("invitationManagement")?.choice(of: Seats.InvitationManagement.allCases)
        )
        receipts.set(\.environment, try given("environment")?.choice(of: StoreEnvironment.allCases))
        if let node = given("appAppleID") {
            receipts.set(\.appleIdentifier, .some(try node.present?.identifier()))
        }
        if let node = given("sharedSecret") {
            receipts.set(\.sharedSecret, .some(try node.present?.plainText()))
        }
        if let node = given("plannedResponse") {
            receipts.set(\.plannedResponse, .some(try node.present?.plannedResponse()))
        }
        downloads.set(\.bytesPerSecond, try given("bytesPerSecond")?.integer(in: 1...1 << 40))
    }

    /// Changes the settings of a store, all of them or none.
    package func run(in store: Store) throws(StoreError) {
        try store.updateSettings(
            purchases: purchases.update,
            receipts: receipts.update,
            downloads: downloads.update
        )
    }
}

/// New values of some settings.
private struct Changes<Settings>: Sendable {
    private var changes: [@Sendable (inout Settings) -> Void] = []

    /// Makes all changes; `nil` if there are none.
    var update: ((inout Settings) -> Void)? {
        guard !changes.isEmpty else { return nil }
        return { settings in
            for change in changes { change(&settings) }
        }
    }

    mutating func set<Value: Sendable>(
        _ path: any WritableKeyPath<Settings, Value> & Sendable,
        _ value: Value?
    ) {
        guard let value else { return }
        changes.append { $0[keyPath: path] = value }
    }
}

extension JSONNode {
    fileprivate func storefront() throws(JSONMismatch) -> String {
        let expected = "a code such as USA or DEU"
        let code = try plainText(expected: expected)
        guard StorefrontCountry(code: code) != nil else { throw mismatch(expected: expected) }
        return code
    }

    fileprivate func gracePeriodLength() throws(JSONMismatch) -> GracePeriodLength {
        let expected = "3, 16 or 28"
        guard let length = GracePeriodLength(rawValue: try integer(in: 1...28, expected: expected))
        else { throw mismatch(expected: expected) }
        return length
    }
}
