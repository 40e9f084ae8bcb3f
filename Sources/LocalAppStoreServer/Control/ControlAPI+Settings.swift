import LocalAppStore
import StoreCommands
import StrictJSON

// Settings, for every process that uses the store.
extension ControlAPI {
    var settingRoutes: [Route] {
        [
            route("GET", "/settings", answering: settings),
            route("PATCH", "/settings", changeSettings),
        ]
    }

    private func settings() throws -> JSONValue { try SettingsRow(of: store).json }

    /// Reads all members before the first change, so that a request changes all or nothing.
    private func changeSettings(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let names =
            SettingsChange.memberNames + ReceiptSettingsChange.memberNames
            + ["bytesPerSecond"]
        let body = try JSONNode(requiredIn: request, members: names)
        let change = try SettingsChange(body)
        let receipts = try ReceiptSettingsChange(body)
        let speed = try body["bytesPerSecond"].given?.integer(in: 1...Int64(1) << 40)
        if !change.isEmpty { try store.updateSettings { change.apply(to: &$0) } }
        if !receipts.isEmpty { try store.updateReceiptSettings { receipts.apply(to: &$0) } }
        if let speed { try store.downloads.updateSettings { $0.bytesPerSecond = speed } }
        return .control(try settings())
    }
}

/// New values of settings.
private struct SettingsChange: Sendable {
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

    init(_ body: JSONNode) throws(JSONMismatch) {
        for (name, path) in Self.flags { set(path, try body[name].given?.flag()) }
        set(\.storefront, try body["storefront"].given?.storefront())
        set(\.localeIdentifier, try body["localeIdentifier"].given?.plainText())
        set(\.failureCode, try body["failureCode"].given?.integer(in: 0...Int(Int32.max)))
        set(\.timeRate, try body["timeRate"].given?.choice(of: TimeRate.allCases) { "\($0)" })
        set(\.gracePeriodLength, try body["gracePeriodLength"].given?.gracePeriodLength())
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
    private let isProduction: Bool?
    // The values of members that were there.
    private let appleIdentifier: Int64??
    private let sharedSecret: String??
    private let plannedResponse: ReceiptSettings.PlannedResponse??

    static let memberNames = [
        "isProduction", "appAppleID", "sharedSecret", "plannedResponse",
    ]

    init(_ body: JSONNode) throws(JSONMismatch) {
        isProduction = try body["isProduction"].given?.flag()
        appleIdentifier = try body["appAppleID"].given.map { node throws(JSONMismatch) in
            try node.present?.identifier()
        }
        sharedSecret = try body["sharedSecret"].given.map { node throws(JSONMismatch) in
            try node.present?.plainText()
        }
        plannedResponse = try body["plannedResponse"].given.map { node throws(JSONMismatch) in
            try node.present?.plannedResponse()
        }
    }

    var isEmpty: Bool {
        isProduction == nil && appleIdentifier == nil && sharedSecret == nil
            && plannedResponse == nil
    }

    func apply(to settings: inout ReceiptSettings) {
        settings.isProduction = isProduction ?? settings.isProduction
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
