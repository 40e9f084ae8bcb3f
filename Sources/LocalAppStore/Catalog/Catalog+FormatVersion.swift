extension Catalog {
    /// The version of the file format, 1.0 to 5.0 so far.
    public struct FormatVersion: Sendable, Equatable {
        /// The number before the dot.
        public var major: Int

        /// The number after the dot.
        public var minor: Int

        /// Makes a version of its two numbers.
        public init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }
    }
}
