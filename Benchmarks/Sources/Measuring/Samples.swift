/// What one thing took, round after round.
package struct Samples {
    package private(set) var values: [Double] = []

    package init() {}

    package mutating func add(_ value: Double) {
        values.append(value)
    }

    package var median: Double {
        let sorted = values.sorted()
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .nan }
        guard sorted.count.isMultiple(of: 2) else { return upper }
        return (sorted[sorted.count / 2 - 1] + upper) / 2
    }
}

extension Duration {
    package var milliseconds: Double { self / .milliseconds(1) }
}

extension ContinuousClock {
    /// How long `body` took, in milliseconds.
    package func milliseconds(of body: () throws -> Void) rethrows -> Double {
        try measure(body).milliseconds
    }
}
