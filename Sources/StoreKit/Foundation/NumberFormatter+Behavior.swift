public import Foundation

extension NumberFormatter {
    /// A generation of number formatting.
    ///
    /// Stands in for Apple's enumeration, which Foundation on Linux lacks.
    @nonexhaustive
    public enum Behavior: UInt, Sendable {
        /// The generation that is the default, which is `behavior10_4`.
        case `default` = 0
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The generation of OS X 10.4, the only one that still exists.
        case behavior10_4 = 1040
    }

    /// The generation of formatting in use, always `behavior10_4`.
    ///
    /// Stands in for Apple's property, which Foundation on Linux lacks. Both generations that
    /// can be set are the same one, so setting it changes nothing and nothing needs storing.
    public var formatterBehavior: Behavior {
        get { .behavior10_4 }
        set { _ = newValue }
    }
}
