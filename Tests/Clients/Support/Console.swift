/// Where the words of the samples go.
@MainActor
enum Console {
    static var printed = Recorder<String>()
    static var alerts = Recorder<String>()

    static func clear() {
        printed = Recorder()
        alerts = Recorder()
    }
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
