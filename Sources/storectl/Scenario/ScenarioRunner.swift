import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct ScenarioRunner {
    let store: Store

    /// Runs the steps up to the first that is not as expected.
    func run(_ steps: [ScenarioStep]) -> ScenarioReport {
        var results: [ScenarioReport.Result] = []
        for step in steps {
            let problems = problems(of: step)
            results.append(.init(step: step, problems: problems))
            if !problems.isEmpty { break }
        }
        return ScenarioReport(results: results, count: steps.count)
    }

    private func problems(of step: ScenarioStep) -> [ScenarioProblem] {
        do {
            let named = try step.customer.map(store.customers.acting(addingIfNeeded:))
            let problems = try run(step.action, in: named ?? store)
            guard let refusal = step.refusal else { return problems }
            return [ScenarioProblem(subject: "step", expected: refusal.text, found: "done")]
        } catch {
            let reason = error is NoTransaction ? .unknownTransaction : RefusalReason(error)
            if let refusal = step.refusal, let reason, refusal.isMet(by: reason, error) {
                return []
            }
            let name = reason.map { " (\($0.rawValue))" } ?? ""
            let expected = step.refusal?.text ?? "done"
            let found = ErrorText.message(of: error) + name
            return [ScenarioProblem(subject: "step", expected: expected, found: found)]
        }
    }

    private func run(_ action: ScenarioAction, in store: Store) throws -> [ScenarioProblem] {
        switch action {
        case .buy(let purchase): try store.buy(purchase)
        case .advance(let step): try step.run(in: store)
        case .set(let change): try change.run(in: store)
        case .expect(let expectation): return try expectation.problems(in: store)
        case .transaction(let action, let reference):
            try action.run(on: reference.id(in: store), in: store)
        case .subscription(let action, .product(let productID)):
            try action.run(onProduct: productID, in: store)
        case .subscription(let action, .transaction(let reference)):
            try action.run(on: reference.id(in: store), in: store)
        case .seats(let action, let reference):
            try action.run(on: reference.id(in: store), in: store)
        case .customer(let action): try action.run(in: store)
        case .reviewRetention(let review): try review.run(in: store)
        case .chooseToCancel(let reference, let expectation):
            let id = try reference.id(in: store)
            return expectation.problems(of: try store.retentionScreen(forCancelling: id))
        }
        return []
    }
}

extension EntryReference {
    fileprivate func id(in store: Store) throws -> Int64 {
        switch self {
        case .number(let number): return number
        case .last:
            guard let entry = try store.entries().last(where: \.isTransaction) else {
                throw NoTransaction()
            }
            return entry.id
        }
    }
}

extension SubscriptionReference {
    /// The identifier of a transaction of the subscription.
    fileprivate func id(in store: Store) throws -> Int64 {
        switch self {
        case .transaction(let reference): return try reference.id(in: store)
        case .product(let productID):
            return try store.activeSubscription(toProduct: productID).id
        }
    }
}

/// The error for the last transaction of a customer without any.
private struct NoTransaction: LocalizedError {
    let errorDescription: String? = "The customer has no transaction."
}

struct ScenarioReport: Report {
    struct Result {
        let step: ScenarioStep
        let problems: [ScenarioProblem]
    }

    let results: [Result]
    /// The number of all steps, also of those that were not run.
    let count: Int

    var isSuccess: Bool { results.allSatisfy(\.problems.isEmpty) }

    var json: JSONValue {
        let steps = results.map { result in
            JSONValue.object([
                "line": .number(result.step.line),
                "number": .number(result.step.number),
                "problems": .array(result.problems.map(\.json)),
                "step": .string(result.step.title),
            ])
        }
        return .object([
            "passed": .bool(isSuccess), "stepCount": .number(count), "steps": .array(steps),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let lines = results.map { result in
            let step = result.step
            let title = "step \(step.number), line \(step.line): \(step.title)"
            guard !result.problems.isEmpty else { return "\(style.green("ok    ")) \(title)\n" }
            let problems = result.problems.map { problem in
                """
                       \(problem.subject)
                \(style.green("         expected: \(problem.expected)"))
                \(style.red("         found:    \(problem.found)"))

                """
            }
            return "\(style.red("FAILED")) \(title)\n" + problems.joined()
        }
        let summary =
            isSuccess
            ? "All \(count) steps are as expected."
            : "Step \(results.count) of \(count) is not as expected."
        return lines.joined() + style.bold(summary) + "\n"
    }
}
