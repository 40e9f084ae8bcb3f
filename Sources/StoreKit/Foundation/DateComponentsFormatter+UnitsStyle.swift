extension DateComponentsFormatter {
    /// How a formatter writes units: how long their names are, or that numbers stand alone.
    ///
    /// Stands in for Apple's enumeration, which Foundation on Linux lacks.
    @nonexhaustive
    public enum UnitsStyle: Int, Sendable {
        /// Numbers as on a clock, `9:41:30`; days and larger units as in `abbreviated`.
        case positional = 0
        /// The shortest names and no space where the locale does without, as in `9h 41m 30s`.
        case abbreviated = 1
        /// Shortened names, as in `9 hr, 41 min, 30 sec`.
        case short = 2
        /// Whole names, as in `9 hours, 41 minutes, 30 seconds`.
        case full = 3
        /// Whole names and numbers in words, as in `nine hours, forty-one minutes`.
        case spellOut = 4
        /// Shortened names set closer than in `short`, as in `9hr 41min 30sec`.
        case brief = 5
    }
}
