import Foundation
import StoreModel

extension FaultPlan {
    /// Returns the plan with the seed that `STOREKIT_FAULT_SEED` has in an environment, if it has
    /// one.
    ///
    /// - Throws: An error about a value that isn't a seed.
    package func withSeed(
        from environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(FormatError) -> FaultPlan {
        var plan = self
        plan.seed = try Self.seed(in: environment) ?? seed
        return plan
    }

    /// Reads the plan in the file that `STOREKIT_FAULTS` names; `nil` if it names none.
    ///
    /// - Throws: An error of the file, the plan or the seed.
    package init?(from environment: [String: String]) throws {
        guard let path = environment["STOREKIT_FAULTS"] else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let seed = try Self.seed(in: environment)
        do {
            try self.init(json: data)
        } catch let error as FormatError {
            let place = [path, error.path].filter { !$0.isEmpty }.joined(separator: ", ")
            throw FormatError(path: place, reason: error.reason)
        }
        self.seed = seed ?? self.seed
    }

    /// The seed that `STOREKIT_FAULT_SEED` has in an environment; `nil` if it has none.
    package static func seed(in environment: [String: String]) throws(FormatError) -> UInt64? {
        let name = "STOREKIT_FAULT_SEED"
        guard let text = environment[name], !text.isEmpty else { return nil }
        guard let seed = UInt64(text) else {
            let expected = "an integer from 0 to \(UInt64.max)"
            throw FormatError(path: name, reason: "expected \(expected), but found \"\(text)\"")
        }
        return seed
    }
}
