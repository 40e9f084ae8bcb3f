import LocalAppStore
import StoreCommands
import StrictJSON

/// A setting of the store in a command line.
struct Setting: Sendable {
    /// The name, as in the settings' JSON.
    let name: String
    let meaning: String
    private let kind: Kind

    /// The type of the value in JSON.
    enum Kind {
        case flag
        case number
        case text
        /// A response of verifyReceipt, or only its status.
        case response
    }

    private init(_ name: String, _ kind: Kind, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
    }

    init(named name: String) throws {
        guard let setting = Self.all.first(where: { $0.name == name }) else {
            let names = Self.all.map(\.name)
            let otherwise = "The settings are \(names.joined(separator: ", "))."
            let advice = names.suggestion(for: name, otherwise: otherwise)
            throw Failure(.usage, "There is no setting \(name).", suggestion: advice)
        }
        self = setting
    }

    /// Changes the setting to a typed value; `none` removes an optional one.
    func set(_ text: String, in store: Store) throws {
        let change: SettingsChange
        do throws(JSONMismatch) {
            let value = try value(of: JSONNode(.string(text), at: name))
            change = try SettingsChange(JSONNode(.object([name: value])))
        } catch {
            throw Failure(.usage, "\(error.path): \(error.reason).")
        }
        try change.run(in: store)
    }

    /// Returns the JSON of a typed value; a text of another type stays a text.
    private func value(of node: JSONNode) throws(JSONMismatch) -> JSONValue {
        let text = try node.text()
        switch (kind, text) {
        case (_, "none"): return .null
        case (.flag, "on"), (.flag, "true"), (.flag, "yes"): return .bool(true)
        case (.flag, "off"), (.flag, "false"), (.flag, "no"): return .bool(false)
        case (.flag, _): throw node.mismatch(expected: "on or off")
        case (.number, _): return Int64(text).map { .number($0) } ?? .string(text)
        case (.response, _): return response(text) ?? .string(text)
        case (.text, _): return .string(text)
        }
    }

    private func response(_ text: String) -> JSONValue? {
        if let status = Int64(text) { return .object(["status": .number(status)]) }
        return try? JSONNode(document: Array(text.utf8)).value
    }
}

extension Setting {
    /// All settings, in the order in which they are shown.
    static let all = [
        Setting("storefront", .text, "country of the App Store, ISO 3166-1 alpha-3"),
        Setting("localeIdentifier", .text, "language and region of the customer"),
        Setting("allowsPayments", .flag, "the customer may make payments"),
        Setting("isAskToBuyEnabled", .flag, "purchases wait for approval"),
        Setting("interruptsPurchases", .flag, "purchases are interrupted by an issue"),
        Setting("failsTransactions", .flag, "every purchase fails"),
        Setting("failureCode", .number, "SKError code of these failures"),
        Setting("disablesDialogs", .flag, "no purchase needs confirmation"),
        Setting("bytesPerSecond", .number, "speed of downloads"),
        Setting("timeRate", .text, "speed of subscriptions"),
        Setting("failsRenewals", .flag, "renewals fail, and payment is retried"),
        Setting("allowsGracePeriod", .flag, "a failed renewal has a grace period"),
        Setting("gracePeriodLength", .number, "days of a grace period: 3, 16 or 28"),
        Setting("invitationManagement", .text, "APPLE or DEVELOPER invites to new seats"),
        Setting("environment", .text, "Production, Sandbox or Xcode, as documents have it"),
        Setting("appAppleID", .number, "identifier of the app in documents of production"),
        Setting("sharedSecret", .text, "secret that verifyReceipt requires; none accepts any"),
        Setting("plannedResponse", .response, "status of every response of verifyReceipt"),
    ]
}

extension JSONValue {
    /// The value as a person reads and types it.
    var plainText: String {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "on" : "off"
        case .null: "none"
        // A planned response with a status alone.
        case .object(let members) where members.count == 1 && members["status"] != nil:
            members["status"]?.plainText ?? quoted
        case .object, .array: String(decoding: bytes, as: UTF8.self)
        }
    }
}
