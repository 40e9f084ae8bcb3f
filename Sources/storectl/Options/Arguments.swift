public import AppReceipt
public import ArgumentParser
public import Foundation
public import LocalAppStore

// Values of the libraries, as the command line names them.

extension LedgerEntry.State: ExpressibleByArgument {}

extension ReceiptEnvironment: ExpressibleByArgument {}

extension UUID: @retroactive ExpressibleByArgument {
    /// Makes an identifier of its usual text.
    public init?(argument: String) {
        self.init(uuidString: argument)
    }
}
