public import AppReceipt
public import ArgumentParser
public import Foundation
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

extension ExpressibleByArgument {
    /// Returns a function that reads a value of a form, which its errors name.
    ///
    /// ArgumentParser lists the values of enumerations alone.
    static func reading(_ form: String) -> @Sendable (String) throws -> Self {
        { text in
            guard let value = Self(argument: text) else {
                throw ValidationError("Expected \(form).")
            }
            return value
        }
    }
}

/// A switch as the command line names it.
enum OnOff: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}

extension UUID: @retroactive ExpressibleByArgument {
    /// Makes an identifier of its usual text.
    public init?(argument: String) {
        self.init(uuidString: argument)
    }
}
