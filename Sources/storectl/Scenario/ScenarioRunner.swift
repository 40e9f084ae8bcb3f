import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// Runs the steps of a scenario on a store.
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
            let customer = step.customer
            let store = try customer.map(self.store.customers.acting(addingIfNeeded:)) ?? self.store
            let problems = try run(step.action, in: store)
            guard let refusal = step.refusal else { return problems }
            return [ScenarioProblem(subject: "step", expected: refusal.text, found: "done")]
        } catch {
            let reason = error is NoTransaction ? .unknownTransaction : RefusalReason(error)
            if let refusal = step.refusal, let reason, refusal.isMet(by: reason, error) {
                return []
            }
            let name = reason.map { " (\($0.rawValue))" } ?? ""
            return [
                ScenarioProblem(
                    subject: "step",
                    expected: step.refusal?.text ?? "done",
                    found: ErrorText.message(of: error) + name
                )
            ]
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
        case .customer(let action): try action.run(in: store)
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

/// The last transaction of a customer who has none.
private struct NoTransaction: LocalizedError {
    let errorDescription: String? = "The customer has no transaction."
}

/// How a scenario went.
struct ScenarioReport: Report {
    struct Result {
        let step: ScenarioStep
        let problems: [ScenarioProblem]
    }

    let results: [Result]
    /// The number of all steps, whether or not they were run.
    let count: Int

    var isSuccess: Bool { results.allSatisfy(\.problems.isEmpty) }

    var json: JSONValue {
        .object([
            "passed": .bool(isSuccess),
            "stepCount": .number(count),
            "steps": .array(
                results.map { result in
                    .object([
                        "line": .number(result.step.line),
                        "number": .number(result.step.number),
                        "problems": .array(result.problems.map(\.json)),
                        "step": .string(result.step.title),
                    ])
                }
            ),
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
        return lines.joined() + summary(style)
    }

    private func summary(_ style: TextStyle) -> String {
        isSuccess
            ? style.bold("All \(count) steps are as expected.") + "\n"
            : style.bold("Step \(results.count) of \(count) is not as expected.") + "\n"
    }
}
