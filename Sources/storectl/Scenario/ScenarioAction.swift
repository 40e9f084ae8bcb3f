import LocalAppStore
import StoreCommands
import StrictJSON

/// The action of a scenario's step.
enum ScenarioAction {
    case buy(CustomerPurchase)
    case advance(TimeStep)
    case set(SettingsChange)
    case expect(Expectation)
    case transaction(TransactionAction, EntryReference)
    case subscription(SubscriptionAction, SubscriptionReference)
    case seats(SeatAction, SubscriptionReference)
    case customer(CustomerAction)
    case reviewRetention(RetentionReview)
    case chooseToCancel(SubscriptionReference, RetentionExpectation)

    /// Reads the only action of a step, with a title for reports.
    ///
    /// `common` are the names of the members that every step may have.
    static func decode(
        _ node: JSONNode,
        besides common: [String]
    ) throws(JSONMismatch) -> (title: String, action: ScenarioAction) {
        let found = try node.object().memberNames.filter(Name.all.keys.contains)
        guard found.count == 1, let key = found.first, let name = Name.all[key] else {
            throw mismatch(of: node, found: found)
        }
        try node.object(of: [key] + name.members + common)
        let action = try ScenarioAction(name, node[key], node)
        if case .expect = action { return (key, action) }
        return ("\(key) \(node[key].value?.plainText ?? "")", action)
    }

    /// The error of a step with no action or several.
    private static func mismatch(of node: JSONNode, found: [String]) -> JSONMismatch {
        let names = Name.all.keys.sorted()
        let expected = "expected one of \(names.joined(separator: ", "))"
        guard found.isEmpty else {
            let both = found.sorted().joined(separator: " and ")
            return JSONMismatch(path: node.path, reason: "\(expected), but found \(both)")
        }
        let meant = node.memberNames.sorted().compactMap { name in
            names.closest(to: name).map { "found \(name), did you mean \($0)? " }
        }
        return JSONMismatch(path: node.path, reason: (meant.first ?? "") + expected)
    }

    /// Reads an action from the value of its member, and from the members beside that.
    private init(_ name: Name, _ value: JSONNode, _ node: JSONNode) throws(JSONMismatch) {
        switch name {
        case .buy: self = .buy(try CustomerPurchase(ofProduct: value.text(), node))
        case .advance: self = .advance(try TimeStep(value))
        case .setting: self = .set(try SettingsChange(value))
        case .expect: self = .expect(try Expectation(value))
        case .transaction(let name):
            let reference = try EntryReference(value)
            self = .transaction(try TransactionAction(name, node), reference)
        case .subscription(let name):
            let reference = try SubscriptionReference(value)
            self = .subscription(try SubscriptionAction(name, node), reference)
        case .seats(let name):
            let reference = try SubscriptionReference(value)
            self = .seats(try SeatAction(name, node), reference)
        case .customer(let name):
            self = .customer(try CustomerAction(name, value.object(of: name.members)))
        case .retention(let name):
            self = .reviewRetention(try RetentionReview(name, value.object(of: name.members)))
        case .chooseToCancel:
            let reference = try SubscriptionReference(value)
            self = .chooseToCancel(reference, try RetentionExpectation(node))
        }
    }

    /// The name of an action in a step.
    private enum Name {
        case buy
        case advance
        case setting
        case expect
        case transaction(TransactionAction.Name)
        case subscription(SubscriptionAction.Name)
        case seats(SeatAction.Name)
        case customer(CustomerAction.Name)
        case retention(RetentionReview.Name)
        case chooseToCancel

        static let all: [String: Name] = {
            var all: [String: Name] = [
                "buy": .buy, "advance": .advance, "setting": .setting, "expect": .expect,
                "chooseToCancel": .chooseToCancel,
            ]
            for name in TransactionAction.Name.allCases { all[name.rawValue] = .transaction(name) }
            for name in SubscriptionAction.Name.allCases {
                all[name.rawValue] = .subscription(name)
            }
            for name in SeatAction.Name.allCases { all[name.rawValue] = .seats(name) }
            for name in CustomerAction.Name.allCases { all[name.rawValue] = .customer(name) }
            for name in RetentionReview.Name.allCases { all[name.rawValue] = .retention(name) }
            return all
        }()

        /// The members beside the one with the name.
        var members: [String] {
            switch self {
            case .buy: CustomerPurchase.memberNames
            case .transaction(let name): name.members
            case .subscription(let name): name.members
            case .seats(let name): name.members
            case .chooseToCancel: RetentionExpectation.members
            case .advance, .setting, .expect, .customer, .retention: []
            }
        }
    }
}

/// A transaction that a step names: by its number, or the last one of the customer.
enum EntryReference: Equatable {
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
}

/// A subscription that a step names: by its product, or by one of its transactions.
enum SubscriptionReference: Equatable {
    case product(String)
    case transaction(EntryReference)

    init(_ node: JSONNode) throws(JSONMismatch) {
        if case .string(let text) = node.value, text != "last" {
            self = .product(text)
        } else {
            self = .transaction(try EntryReference(node))
        }
    }
}
