extension FaultPlan {
    /// The failure of an event, by its number at the point, from 1; `nil` without one.
    ///
    /// It depends on the arguments alone: events at one point do not change those at another.
    package func failure(at point: Point, number: Int) -> Failure? {
        let candidates = rules.filter { $0.point == point }
        let match = candidates.enumerated().first { index, rule in
            rule.frequency.applies(to: number) {
                chance(at: point, number: number, rule: index)
            }
        }
        return match?.element.failure
    }

    /// A number from 0 up to, and without, 1.
    ///
    /// `rule` counts among the rules for the point, so that rules for other points do not matter.
    private func chance(at point: Point, number: Int, rule: Int) -> Double {
        let stream = SplitMix64.value(point.stream, at: UInt64(truncatingIfNeeded: rule))
        let value = SplitMix64.value(seed ^ stream, at: UInt64(truncatingIfNeeded: number))
        return Double(value >> 11) / Double(UInt64(1) << 53)
    }
}

extension FaultPlan.Point {
    /// A number that differs between points and never changes: FNV-1a of the name.
    fileprivate var stream: UInt64 {
        rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension FaultPlan.Frequency {
    /// Whether the rule applies to the event with a number; `chance` is from 0 up to 1.
    fileprivate func applies(to number: Int, chance: () -> Double) -> Bool {
        switch self {
        case .always: true
        case .first(let count): number <= count
        case .nth(let other): number == other
        case .every(let step): number.isMultiple(of: step)
        case .probability(let probability): chance() < probability
        }
    }
}

/// Vigna's SplitMix64; each number is computed without the ones before it.
enum SplitMix64 {
    /// The number at a place of the sequence of a seed.
    static func value(_ seed: UInt64, at index: UInt64) -> UInt64 {
        var z = seed &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
