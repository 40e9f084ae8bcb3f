import AppReceipt
import ArgumentParser
import Foundation

/// Signs the first notification of many subscribers.
struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a file with a notification of a new subscriber on each line."
    )

    @Argument(help: "The folder that make-store made.")
    var folder: String

    @Argument(help: "The file to write.")
    var file: String

    @Option(help: "The number of notifications.")
    var count = 100_000

    @Option(help: "The number of the first subscriber.")
    var first = 1

    func run() throws {
        let signer = try NotificationSigner(folder: folder)
        let now = Date()
        try LineFile.write(file) { line in
            for subscriber in first..<first + count {
                let event = SubscriptionEvent(
                    type: .subscribed,
                    subtype: .initialBuy,
                    subscriber: subscriber,
                    date: now,
                    periodStart: now,
                    periodEnd: now + 30 * 86_400
                )
                line(try signer.body(event))
            }
        }
    }
}

/// A file of lines that is written from the beginning to the end.
enum LineFile {
    static func write(_ path: String, _ body: ((String) -> Void) throws -> Void) throws {
        guard let stream = fopen(path, "w") else {
            throw ValidationError("\(path): \(String(cString: strerror(errno)))")
        }
        try body { line in
            fputs(line, stream)
            fputs("\n", stream)
        }
        guard fclose(stream) == 0 else {
            throw ValidationError("\(path): \(String(cString: strerror(errno)))")
        }
    }
}
