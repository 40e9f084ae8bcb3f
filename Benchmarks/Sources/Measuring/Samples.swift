/// What one thing took, round after round.
struct Samples {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) {
        values.append(value)
    }

    var median: Double {
        let sorted = values.sorted()
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .nan }
        guard sorted.count.isMultiple(of: 2) else { return upper }
        return (sorted[sorted.count / 2 - 1] + upper) / 2
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

extension ContinuousClock {
    /// How long `body` took, in milliseconds.
    func milliseconds(of body: () throws -> Void) rethrows -> Double {
        try measure(body).milliseconds
    }
}
