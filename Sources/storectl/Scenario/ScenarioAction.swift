import LocalAppStore
import StrictJSON

/// What a step of a scenario does.
enum ScenarioAction {
    case buy(CustomerPurchase)
    case advance(TimeStep)
    case entry(EntryAction, EntryReference)
    case renew(product: String)
    case expire(product: String)
    case set([(setting: Setting, text: String)])
    case expect(Expectation)

    /// What is done to a transaction.
    enum EntryAction {
        case approve
        case decline
        case refund(RefundReason)
        case retry
        case autoRenew(Bool)
    }

    /// The names of the steps.
    private static let names = [
        "advance", "approve", "autoRenew", "buy", "decline", "expect", "expire", "refund", "renew",
        "retry", "setting",
    ]

    /// The members that an action has beside its name.
    private static func members(of name: String) -> [String] {
        switch name {
        case "buy": ["quantity", "appAccountToken", "offer"]
        case "refund": ["reason"]
        case "autoRenew": ["to"]
        default: []
        }
    }

    /// Decodes the action of a step, with a title for reports.
    ///
    /// `common` are the names of the members that every step may have.
    static func decode(
        _ node: JSONNode,
        besides common: [String]
    ) throws -> (title: String, action: ScenarioAction) {
        let found = try node.object().memberNames.filter(names.contains)
        guard found.count == 1, let name = found.first else {
            let reason = "expected one of \(names.joined(separator: ", "))"
            throw JSONMismatch(path: node.path, reason: reason)
        }
        try node.object(of: [name] + members(of: name) + common)
        switch name {
        case "buy": return try decodePurchase(node)
        case "advance": return try decodeAdvance(node["advance"])
        case "renew":
            let product = try node[name].text()
            return ("renew \(product)", .renew(product: product))
        case "expire":
            let product = try node[name].text()
            return ("expire \(product)", .expire(product: product))
        case "setting": return try decodeSettings(node[name])
        case "expect": return ("expect", .expect(try Expectation(node[name])))
        default: return try decodeEntryAction(name, node)
        }
    }

    private static func decodePurchase(
        _ node: JSONNode
    ) throws -> (String, ScenarioAction) {
        var purchase = CustomerPurchase(productID: try node["buy"].text())
        purchase.quantity = try node["quantity"].given?.integer() ?? 1
        purchase.applicationUsername = try node["appAccountToken"].given?.text()
        if let offer = node["offer"].given {
            guard let argument = OfferArgument(argument: try offer.text()) else {
                throw offer.mismatch(expected: "promotional:, code: or winBack: and a name")
            }
            purchase.offer = argument.offer
        }
        return ("buy \(purchase.productID)", .buy(purchase))
    }

    private static func decodeAdvance(
        _ node: JSONNode
    ) throws -> (String, ScenarioAction) {
        let text = try node.text()
        guard let step = TimeStep(argument: text) else {
            throw node.mismatch(expected: "a duration such as 30d, 12h, 1mo or 1y")
        }
        return ("advance \(text)", .advance(step))
    }

    private static func decodeSettings(
        _ node: JSONNode
    ) throws -> (String, ScenarioAction) {
        let values = try node.object().memberNames.map { name in
            (setting: try Setting(named: name), text: node[name].value?.plainText ?? "")
        }
        let title = values.map { "\($0.setting.name) = \($0.text)" }.joined(separator: ", ")
        return ("set \(title)", .set(values))
    }

    private static func decodeEntryAction(
        _ name: String,
        _ node: JSONNode
    ) throws -> (String, ScenarioAction) {
        let reference = try EntryReference(node[name])
        let action: EntryAction =
            switch name {
            case "approve": .approve
            case "decline": .decline
            case "retry": .retry
            case "refund":
                .refund(try node["reason"].given?.choice(of: RefundReason.allCases) ?? .other)
            default: .autoRenew(try node["to"].choice(of: ["on": true, "off": false]))
            }
        return ("\(name) \(reference.title)", .entry(action, reference))
    }
}

/// A transaction that a step names: by its number, or the last one of the customer.
enum EntryReference {
    case number(Int64)
    case last

    init(_ node: JSONNode) throws(JSONMismatch) {
        if node.value == .string("last") {
            self = .last
        } else {
            let expected = "an integer, or \"last\""
            self = .number(try node.integer(in: Int64.min...Int64.max, expected: expected))
        }
    }

    var title: String {
        switch self {
        case .number(let number): "\(number)"
        case .last: "last"
        }
    }
}
