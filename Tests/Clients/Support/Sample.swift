import StoreKit
import Testing

/// A sample of the documents, ready to be run.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @MainActor @Sendable () -> Void

    init(_ documents: String, _ run: @escaping @MainActor @Sendable () -> Void) {
        testDescription = documents
        self.run = run
    }
}

/// The output of the samples, separate for each test.
final class Console: StoreScopeMember {
    private let printed = Recorder<String>()
    private let alerts = Recorder<String>()

    static var printed: Recorder<String> { current.printed }
    static var alerts: Recorder<String> { current.alerts }

    private static var current: Console { StoreScope.current.member { Console() } }
}

/// Replaces the standard library's `print` in the samples.
@MainActor
func print(_ text: String) {
    Console.printed.record(text)
}

/// A function that one sample expects in the app.
@MainActor
func alertWithTitle(_ title: String, message: String) {
    Console.alerts.record("\(title): \(message)")
}

/// A class of other platforms that the launch samples name.
final class UIApplication {}

// The samples print optional errors, of which the compiler warns unless their text is defined.
extension DefaultStringInterpolation {
    mutating func appendInterpolation(_ error: (any Error)?) {
        appendInterpolation(String(describing: error))
    }
}
