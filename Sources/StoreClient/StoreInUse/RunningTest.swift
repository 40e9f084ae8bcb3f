import Foundation

/// The test that is running, in a process that has the module StoreTesting.
///
/// An app must not link libraries for tests, so the module is searched for by name.
package enum RunningTest {
    private static let library =
        NSClassFromString("StoreTesting.TestLibrary") as? any RunningTestLibrary.Type

    /// The module of the test; `nil` if none is known.
    package static var moduleName: String? { library?.moduleName }

    /// Records an issue of the test, once for each text; does nothing outside of tests.
    package static func record(_ issue: String) {
        library?.record(issue)
    }
}

/// A library that runs tests.
package protocol RunningTestLibrary: Sendable {
    /// The module of the test that is running.
    static var moduleName: String? { get }

    /// Records an issue of the test that is running.
    static func record(_ issue: String)
}
