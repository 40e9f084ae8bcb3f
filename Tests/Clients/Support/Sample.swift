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
