import Foundation
import Measuring

/// Measures verifying signed transactions, against the cryptography alone and against other
/// implementations.
@main
enum JWSBenchmarks {
    static func main() {
        do {
            let settings = Settings()
            let documents = try Document.all(settings)
            print("JWS: medians of \(settings.rounds) rounds, us of CPU for one\n")
            let rounds = try documents.map { try Rounds($0, settings) }
            var table = Table([""] + documents.map(\.name))
            for contestant in Contestant.allCases {
                let cells = rounds.map { $0.median(contestant)?.text(1) ?? "-" }
                table.add([contestant.rawValue] + cells)
            }
            table.show()
            Goal.show(zip(documents, rounds).map { ($0.name, $1) })
        } catch {
            let text = "jws-benchmarks: \(error.localizedDescription) (\(error))\n"
            FileHandle.standardError.write(Data(text.utf8))
            exit(70)
        }
    }
}

/// What the environment sets; README.md tells more.
struct Settings {
    let rounds: Int
    /// How long one contestant is measured in one round.
    let seconds: Double
    /// A text with a signed transaction, and the root in DER.
    let file: String?
    let root: String?
    /// An interpreter and a script for the peers in Python.
    let python: String?
    let script: String?

    init() {
        let environment = ProcessInfo.processInfo.environment
        rounds = environment["ROUNDS"].flatMap { Int($0) } ?? 7
        seconds = environment["SECONDS_EACH"].flatMap { Double($0) } ?? 0.2
        file = environment["JWS_FILE"]
        root = environment["JWS_ROOT"]
        python = environment["PYTHON"]
        script = environment["PYTHON_BENCH"]
    }
}

/// The goal for a ratio of two contestants.
struct Goal {
    let upper: Contestant
    let lower: Contestant
    let limit: Double
    let isAtLeast: Bool

    static let all = [
        Goal(upper: .verify, lower: .floor, limit: 1.3, isAtLeast: false),
        Goal(upper: .apples, lower: .verify, limit: 45, isAtLeast: true),
        Goal(upper: .python, lower: .verify, limit: 150, isAtLeast: true),
        Goal(upper: .apples, lower: .judged, limit: 4.5, isAtLeast: true),
    ]

    static func show(_ rounds: [(String, Rounds)]) {
        var table = Table(["time of", "over that of", "document", "ratio", "goal", ""])
        for goal in all {
            for (name, rounds) in rounds {
                guard let ratio = rounds.ratio(goal.upper, to: goal.lower) else { continue }
                let isReached = goal.isAtLeast ? ratio >= goal.limit : ratio <= goal.limit
                table.add([
                    goal.upper.rawValue, goal.lower.rawValue, name, ratio.text(2),
                    "\(goal.isAtLeast ? ">=" : "<=") \(goal.limit.text(2))",
                    isReached ? "reached" : "missed",
                ])
            }
        }
        table.show()
    }
}
