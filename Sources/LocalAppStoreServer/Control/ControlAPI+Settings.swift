import AppReceipt
import LocalAppStore
import StoreCommands

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
        var body = try ControlBody(requiredIn: request)
        let change = try SettingsChange(&body)
        let receipts = try ReceiptSettingsChange(&body)
        let speed = try body.integer("bytesPerSecond", in: 1...Int64(1) << 40)
        try body.end()
        if !change.isEmpty { try store.updateSettings { change.apply(to: &$0) } }
        if !receipts.isEmpty { try store.updateReceiptSettings { receipts.apply(to: &$0) } }
        if let speed { try store.updateDownloadSettings { $0.bytesPerSecond = speed } }
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

    init(_ body: inout ControlBody) throws(ControlError) {
        for (name, path) in Self.flags { set(path, try body.flag(name)) }
        if let storefront = try body.text("storefront") {
            guard StorefrontCountry(code: storefront) != nil else {
                throw body.invalid("storefront", expected: "a code such as USA or DEU")
            }
            set(\.storefront, storefront)
        }
        set(\.localeIdentifier, try body.text("localeIdentifier"))
        set(
            \.failureCode,
            try body.integer("failureCode", in: 0...Int64(Int32.max)).map { Int($0) }
        )
        set(\.timeRate, try body.choice("timeRate", of: TimeRate.allCases) { "\($0)" })
        if let days = try body.integer("gracePeriodLength", in: 1...28) {
            guard let length = GracePeriodLength(rawValue: Int(days)) else {
                throw body.invalid("gracePeriodLength", expected: "3, 16 or 28")
            }
            set(\.gracePeriodLength, length)
        }
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

    init(_ body: inout ControlBody) throws(ControlError) {
        isProduction = try body.flag("isProduction")
        if body.null("appAppleID") {
            appleIdentifier = .some(nil)
        } else {
            let number = try body.integer("appAppleID", in: 1...Int64.max)
            appleIdentifier = number.map { .some($0) }
        }
        if body.null("sharedSecret") {
            sharedSecret = .some(nil)
        } else {
            sharedSecret = try body.text("sharedSecret").map { .some($0) }
        }
        if body.null("plannedResponse") {
            plannedResponse = .some(nil)
        } else if var planned = try body.object("plannedResponse") {
            let status = try planned.integer("status", in: 0...Int64(Int32.max))
            let isRetryable = try planned.flag("isRetryable")
            try planned.end()
            let number = try planned.require("status", status, expected: "the status")
            plannedResponse = .some(.init(status: Int(number), isRetryable: isRetryable))
        } else {
            plannedResponse = nil
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
