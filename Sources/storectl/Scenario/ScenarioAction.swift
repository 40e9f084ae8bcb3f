import AppReceipt
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

    /// Decodes the action of a step, with a title for reports.
    static func decode(
        _ object: inout ScenarioObject
    ) throws -> (title: String, action: ScenarioAction) {
        let found = object.names.filter(names.contains)
        guard found.count == 1, let name = found.first else {
            throw object.failure("expected one of \(names.joined(separator: ", "))")
        }
        switch name {
        case "buy": return try decodePurchase(&object)
        case "advance": return try decodeAdvance(&object)
        case "renew":
            let product = try object.text(name)
            return ("renew \(product)", .renew(product: product))
        case "expire":
            let product = try object.text(name)
            return ("expire \(product)", .expire(product: product))
        case "setting": return try decodeSettings(&object)
        case "expect": return ("expect", .expect(try Expectation(try object.object(name))))
        default: return try decodeEntryAction(name, &object)
        }
    }

    private static func decodePurchase(
        _ object: inout ScenarioObject
    ) throws -> (String, ScenarioAction) {
        var purchase = CustomerPurchase(productID: try object.text("buy"))
        purchase.quantity = try object.optionalInteger("quantity") ?? 1
        purchase.applicationUsername = try object.optionalText("appAccountToken")
        if let text = try object.optionalText("offer") {
            guard let argument = OfferArgument(argument: text) else {
                throw object.failure(
                    "\"offer\" has to be promotional:, code: or winBack: and a name"
                )
            }
            purchase.offer = argument.offer
        }
        return ("buy \(purchase.productID)", .buy(purchase))
    }

    private static func decodeAdvance(
        _ object: inout ScenarioObject
    ) throws -> (String, ScenarioAction) {
        let text = try object.text("advance")
        guard let step = TimeStep(argument: text) else {
            throw object.failure("\"advance\" has to be a duration such as 30d, 12h, 1mo or 1y")
        }
        return ("advance \(text)", .advance(step))
    }

    private static func decodeSettings(
        _ object: inout ScenarioObject
    ) throws -> (String, ScenarioAction) {
        var settings = try object.object("setting")
        let values = try settings.names.map { name in
            do {
                return (setting: try Setting(named: name), text: try settings.take(name).plainText)
            } catch let failure as Failure {
                throw object.failure("there is no setting \(name)", failure.suggestion)
            }
        }
        let title = values.map { "\($0.setting.name) = \($0.text)" }.joined(separator: ", ")
        return ("set \(title)", .set(values))
    }

    private static func decodeEntryAction(
        _ name: String,
        _ object: inout ScenarioObject
    ) throws -> (String, ScenarioAction) {
        let reference = try EntryReference(try object.take(name), name, in: object)
        let action: EntryAction =
            switch name {
            case "approve": .approve
            case "decline": .decline
            case "retry": .retry
            case "refund": .refund(try decodeReason(&object))
            default: .autoRenew(try decodeState(&object))
            }
        return ("\(name) \(reference.title)", .entry(action, reference))
    }

    private static func decodeReason(_ object: inout ScenarioObject) throws -> RefundReason {
        let reasons = RefundReason.allCases.map(\.rawValue)
        let reason = try object.optionalChoice("reason", of: reasons)
        return reason.flatMap(RefundReason.init) ?? .other
    }

    private static func decodeState(_ object: inout ScenarioObject) throws -> Bool {
        guard let state = try object.optionalChoice("to", of: ["on", "off"]) else {
            throw object.failure("\"to\" is missing")
        }
        return state == "on"
    }
}

/// A transaction that a step names: by its number, or the last one of the customer.
enum EntryReference {
    case number(Int64)
    case last

    init(_ value: JSONValue, _ name: String, in object: ScenarioObject) throws {
        switch value {
        case .string("last"): self = .last
        case .number(let text):
            guard let number = Int64(text) else { fallthrough }
            self = .number(number)
        default: throw object.unexpected(value, name, "a number, or \"last\"")
        }
    }

    var title: String {
        switch self {
        case .number(let number): "\(number)"
        case .last: "last"
        }
    }
}
