extension String {
    /// The string in lower case, with a capital sigma at the end of a word as ς.
    ///
    /// `lowercased()` looks at each scalar alone, and leaves out this one rule of Unicode that
    /// looks at the neighbours (The Unicode Standard, 3.13, Final_Sigma).
    var lowercasedWithFinalSigma: String {
        let scalars = Array(unicodeScalars)
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            let isFinal =
                scalar == "\u{3A3}" && Self.isCased(nearestOf: scalars[..<index].reversed())
                && !Self.isCased(nearestOf: scalars[(index + 1)...])
            text += isFinal ? "\u{3C2}" : scalar.properties.lowercaseMapping
        }
        return text
    }

    /// Whether the nearest scalar that matters for case has one.
    private static func isCased(nearestOf scalars: some Sequence<Unicode.Scalar>) -> Bool {
        scalars.first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
