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

/// Where the words of the samples go, of each test to its own.
final class Console: StoreScopeMember {
    private let printed = Recorder<String>()
    private let alerts = Recorder<String>()

    static var printed: Recorder<String> { current.printed }
    static var alerts: Recorder<String> { current.alerts }

    private static var current: Console { StoreScope.current.member { Console() } }
}

/// What the samples call in place of the standard library's.
@MainActor
func print(_ text: String) {
    Console.printed.record(text)
}

/// What one sample expects the app to have.
@MainActor
func alertWithTitle(_ title: String, message: String) {
    Console.alerts.record("\(title): \(message)")
}

/// What the samples for launch name, and other platforms have.
final class UIApplication {}

// The samples print optional errors, of which the compiler warns unless their text is defined.
extension DefaultStringInterpolation {
    mutating func appendInterpolation(_ error: (any Error)?) {
        appendInterpolation(String(describing: error))
    }
}
