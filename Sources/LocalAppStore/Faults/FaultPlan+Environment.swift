import Foundation

extension FaultPlan {
    /// The plan with the seed that `STOREKIT_FAULT_SEED` has in an environment, if it has one.
    package func withSeed(
        from environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> FaultPlan {
        var plan = self
        plan.seed = environment["STOREKIT_FAULT_SEED"].flatMap { UInt64($0) } ?? seed
        return plan
    }

    /// Reads the plan in the file that `STOREKIT_FAULTS` names; `nil` if it names none.
    ///
    /// - Throws: An error of the file, or of what is wrong with the plan.
    package init?(from environment: [String: String]) throws {
        guard let path = environment["STOREKIT_FAULTS"] else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        self = try JSONDecoder().decode(FaultPlan.self, from: data).withSeed(from: environment)
    }
}
