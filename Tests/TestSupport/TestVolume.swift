import Foundation

/// The amount of work that tests do.
///
/// A run without further ado tests every behaviour, where it takes long with a sample of the cases.
/// With `SWIFTYSTOREKIT_TESTS=all` in the environment, every table is complete, histories are
/// many and sessions a thousand. `Scripts/test.sh --all` sets it.
public enum TestVolume {
    /// Whether all cases are tested.
    public static let isFull = ProcessInfo.processInfo.environment["SWIFTYSTOREKIT_TESTS"] == "all"

    /// Returns a number of repetitions.
    public static func count<Number: BinaryInteger>(_ usual: Number, all: Number) -> Number {
        isFull ? all : usual
    }

    /// Returns every nth element, the first among them, or all.
    public static func sample<Elements: Collection>(
        _ elements: Elements,
        every step: Int
    ) -> [Elements.Element] {
        isFull
            ? Array(elements)
            : elements.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
