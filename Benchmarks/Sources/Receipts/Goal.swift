import Measuring

/// The goal for a ratio of two contestants at some sizes.
struct Goal {
    let upper: Contestant
    let lower: Contestant
    let sizes: [Int]
    /// `nil` for a ratio that is shown without a goal.
    let limit: Double?
    let isAtLeast: Bool

    static let all: [Goal] = [
        atMost(1.25, .verify, .floor, [1]), atMost(2, .verify, .floor, [1_000, 10_000]),
        atMost(1, .verify, .raw, [1, 10]), atMost(1.2, .verify, .raw, [100, 1_000, 10_000]),
        atLeast(20, .cms, .verify, [1]), atLeast(2.5, .cms, .judged, [1]),
        atLeast(1, .cms, .verify, [10_000]),
        atLeast(70, .python, .verify, [1]), atLeast(100, .python, .verify, [100, 1_000]),
        // The peer takes Base64 alone; this is like for like.
        noGoal(.python, .base64, [1, 100, 1_000]),
    ]

    static func show(_ rounds: Rounds) {
        var table = Table(["time of", "over that of", "N", "ratio", "goal", ""])
        for goal in all {
            for size in goal.sizes {
                table.add(goal.line(rounds, size))
            }
        }
        table.show()
    }

    private static func atMost(
        _ limit: Double,
        _ upper: Contestant,
        _ lower: Contestant,
        _ sizes: [Int]
    ) -> Goal {
        Goal(upper: upper, lower: lower, sizes: sizes, limit: limit, isAtLeast: false)
    }

    private static func atLeast(
        _ limit: Double,
        _ upper: Contestant,
        _ lower: Contestant,
        _ sizes: [Int]
    ) -> Goal {
        Goal(upper: upper, lower: lower, sizes: sizes, limit: limit, isAtLeast: true)
    }

    private static func noGoal(
        _ upper: Contestant,
        _ lower: Contestant,
        _ sizes: [Int]
    ) -> Goal {
        Goal(upper: upper, lower: lower, sizes: sizes, limit: nil, isAtLeast: true)
    }

    private func line(_ rounds: Rounds, _ size: Int) -> [String] {
        let ratio = rounds.ratio(upper, to: lower, size)
        let cells = [upper.rawValue, lower.rawValue, "\(size)", ratio?.text(2) ?? "-"]
        guard let limit else { return cells + ["", ""] }
        let goal = "\(isAtLeast ? ">=" : "<=") \(limit.text(2))"
        guard let ratio else { return cells + [goal, "not measured"] }
        let isReached = isAtLeast ? ratio >= limit : ratio <= limit
        return cells + [goal, isReached ? "reached" : "missed"]
    }
}
