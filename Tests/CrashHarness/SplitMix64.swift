/// A random number generator whose seed determines its sequence (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

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
