public import AppReceipt
public import ArgumentParser
public import LocalAppStore

// Values of the libraries, as the command line names them.

extension LedgerEntry.State: ExpressibleByArgument {
    /// The states of transactions in lists: the choice of a product for the next renewal is only
    /// the result of a purchase.
    static let listed = allCases.filter { $0 != .scheduled }

    /// Makes a state of its name.
    public init?(argument: String) {
        guard let state = Self.listed.first(where: { $0.rawValue == argument }) else { return nil }
        self = state
    }

    /// The names.
    public static var allValueStrings: [String] { listed.map(\.rawValue) }
}

extension TransactionListQuery.Condition: ExpressibleByArgument {}

extension ConsumptionRequestReason: ExpressibleByArgument {}

extension ReceiptEnvironment: ExpressibleByArgument {}

extension ArgumentHelp {
    /// The help of an option with the name of its value.
    static func value(_ name: String, _ text: String) -> ArgumentHelp {
        ArgumentHelp(text, valueName: name)
    }
}

/// Returns a function that reads a value of a form, which its errors name.
///
/// ArgumentParser lists the values of enumerations alone.
func reading<Value>(
    _ form: String,
    _ read: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = read(text) else { throw ValidationError("Expected \(form).") }
        return value
    }
}

/// A switch as the command line names it.
enum OnOff: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}
