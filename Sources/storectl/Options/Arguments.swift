public import AppReceipt
public import ArgumentParser
public import Foundation

// Values of the libraries, as the command line names them.

extension Transaction.State: ExpressibleByArgument {
    init?(argument: String) {
        guard let state = Self.listed.first(where: { $0.rawValue == argument }) else { return nil }
        self = state
    }

    static var allValueStrings: [String] { listed.map(\.rawValue) }
}

extension ReceiptEnvironment: ExpressibleByArgument {}

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
