extension DateComponentsFormatter {
    /// What a formatter does with units whose count is zero.
    ///
    /// Stands in for Apple's option set, which Foundation on Linux lacks. The empty set keeps
    /// every zero and pads none.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// The options as bits, with Apple's values.
        public let rawValue: UInt

        /// Makes options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The choice that suits the style: drops all zeros, or in the positional style drops
        /// the leading ones and gives every number but the first two digits.
        public static let `default` = Self(rawValue: 1 << 0)

        /// Drops zeros before the first count that is not zero: `10m` for `0h 10m`.
        public static let dropLeading = Self(rawValue: 1 << 1)

        /// Drops zeros between counts that are not zero: `1h 10s` for `1h 0m 10s`.
        public static let dropMiddle = Self(rawValue: 1 << 2)

        /// Drops zeros after the last count that is not zero: `1h` for `1h 0m`.
        public static let dropTrailing = Self(rawValue: 1 << 3)

        /// Drops zeros wherever they stand.
        public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]

        /// Gives every number of a positional time two digits: `01:00:10` for `1:0:10`.
        public static let pad = Self(rawValue: 1 << 16)

        /// The digits of a positional time that these options ask for.
        var digits: PositionalText.Digits {
            if contains(.pad) { return .two }
            return contains(.default) ? .twoAfterFirst : .one
        }

        /// The options with `default` replaced by what it means for a style.
        func resolved(for style: UnitsStyle) -> Self {
            guard contains(.default) else { return self }
            return union(style == .positional ? .dropLeading : .dropAll)
        }

        /// Takes out the zeros to be dropped; when nothing is left, the smallest unit stays.
        func dropping(_ amounts: [DurationAmount]) -> [DurationAmount] {
            guard let first = amounts.firstIndex(where: { $0.value != 0 }),
                let last = amounts.lastIndex(where: { $0.value != 0 })
            else { return intersection(.dropAll).isEmpty ? amounts : amounts.suffix(1) }
            let kept = amounts.enumerated().filter { index, amount in
                if index < first { return !contains(.dropLeading) }
                if index > last { return !contains(.dropTrailing) }
                return amount.value != 0 || !contains(.dropMiddle)
            }
            return kept.map(\.element)
        }
    }
}
