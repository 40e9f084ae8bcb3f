import TestSupport

extension SplitMix64 {
    /// Returns true with a probability in percent.
    mutating func happens(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// A UUID string for a payment; unlike `UUID()`, the seed determines it.
    mutating func name() -> String {
        let digits = [next(), next()].map { number in
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        let all = Array(digits.joined())
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return groups.map { String(all[$0]) }.joined(separator: "-")
    }
}
