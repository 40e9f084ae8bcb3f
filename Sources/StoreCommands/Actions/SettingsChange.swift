package import LocalAppStore
package import StrictJSON

/// New values of settings, with the members of ``SettingsRow``; `null` removes an optional value.
package struct SettingsChange: Sendable {
    private let purchases: PurchaseSettingsChange
    private let receipts: ReceiptSettingsChange
    private let bytesPerSecond: Int64?

    /// The names of the settings.
    package static let memberNames =
        PurchaseSettingsChange.memberNames + ReceiptSettingsChange.memberNames + ["bytesPerSecond"]

    /// Reads settings; all are read before the first changes.
    package init(_ node: JSONNode) throws(JSONMismatch) {
        try node.object(of: Self.memberNames)
        purchases = try PurchaseSettingsChange(node)
        receipts = try ReceiptSettingsChange(node)
        bytesPerSecond = try node["bytesPerSecond"].given?.integer(in: 1...Int64(1) << 40)
    }

    /// Changes the settings of a store.
    package func run(in store: Store) throws(StoreError) {
        if !purchases.isEmpty { try store.updateSettings { purchases.apply(to: &$0) } }
        if !receipts.isEmpty { try store.updateReceiptSettings { receipts.apply(to: &$0) } }
        if let bytesPerSecond {
            try store.downloads.updateSettings { $0.bytesPerSecond = bytesPerSecond }
        }
    }
}

/// New values of the settings for purchases.
private struct PurchaseSettingsChange: Sendable {
    private var changes: [@Sendable (inout StoreSettings) -> Void] = []

    private static let flags: [(String, any WritableKeyPath<StoreSettings, Bool> & Sendable)] = [
        ("allowsPayments", \.allowsPayments), ("isAskToBuyEnabled", \.isAskToBuyEnabled),
        ("interruptsPurchases", \.interruptsPurchases), ("failsTransactions", \.failsTransactions),
        ("failsRenewals", \.failsRenewals), ("allowsGracePeriod", \.allowsGracePeriod),
        ("disablesDialogs", \.disablesDialogs),
    ]

    static let memberNames =
        flags.map(\.0)
        + ["storefront", "localeIdentifier", "failureCode", "timeRate", "gracePeriodLength"]

    init(_ node: JSONNode) throws(JSONMismatch) {
        for (name, path) in Self.flags { set(path, try node[name].given?.flag()) }
        set(\.storefront, try node["storefront"].given?.storefront())
        set(\.localeIdentifier, try node["localeIdentifier"].given?.plainText())
        set(\.failureCode, try node["failureCode"].given?.integer(in: 0...Int(Int32.max)))
        set(\.timeRate, try node["timeRate"].given?.choice(of: TimeRate.allCases) { "\($0)" })
        set(\.gracePeriodLength, try node["gracePeriodLength"].given?.gracePeriodLength())
    }

    var isEmpty: Bool { changes.isEmpty }

    func apply(to settings: inout StoreSettings) {
        for change in changes { change(&settings) }
    }

    private mutating func set<Value: Sendable>(
        _ path: any WritableKeyPath<StoreSettings, Value> & Sendable,
        _ value: Value?
    ) {
        guard let value else { return }
        changes.append { $0[keyPath: path] = value }
    }
}

/// New values of the settings for receipts.
private struct ReceiptSettingsChange: Sendable {
    private let environment: StoreEnvironment?
    // The values of members that were there.
    private let appleIdentifier: Int64??
    private let sharedSecret: String??
    private let plannedResponse: ReceiptSettings.PlannedResponse??

    static let memberNames = [
        "environment", "appAppleID", "sharedSecret", "plannedResponse",
    ]

    init(_ node: JSONNode) throws(JSONMismatch) {
        environment = try node["environment"].given?.choice(of: StoreEnvironment.allCases)
        appleIdentifier = try node["appAppleID"].given.map { node throws(JSONMismatch) in
            try node.present?.identifier()
        }
        sharedSecret = try node["sharedSecret"].given.map { node throws(JSONMismatch) in
            try node.present?.plainText()
        }
        plannedResponse = try node["plannedResponse"].given.map { node throws(JSONMismatch) in
            try node.present?.plannedResponse()
        }
    }

    var isEmpty: Bool {
        environment == nil && appleIdentifier == nil && sharedSecret == nil
            && plannedResponse == nil
    }

    func apply(to settings: inout ReceiptSettings) {
        settings.environment = environment ?? settings.environment
        settings.appleIdentifier = appleIdentifier ?? settings.appleIdentifier
        settings.sharedSecret = sharedSecret ?? settings.sharedSecret
        settings.plannedResponse = plannedResponse ?? settings.plannedResponse
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
