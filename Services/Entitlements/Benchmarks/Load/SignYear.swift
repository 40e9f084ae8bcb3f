import AppReceipt
import ArgumentParser
import Foundation

/// Signs what happens to many subscribers in a part of a year, in which a month takes minutes.
struct SignYear: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a file with the notifications of a compressed year."
    )

    @Argument(help: "The folder that make-store made.")
    var folder: String

    @Argument(help: "The file to write.")
    var file: String

    @Option(help: "The number of subscribers who renew, which are the first ones.")
    var subscribers = 200_000

    @Option(help: "The seconds that a month takes: 300 for a year in an hour.")
    var month = 300

    @Option(help: "The seconds that are signed.")
    var seconds = 600

    @Option(help: "The seconds from now to the first notification.")
    var lead = 0

    func run() throws {
        let signer = try NotificationSigner(folder: folder)
        let start = Date() + Double(lead)
        var year = CompressedYear(subscribers: subscribers, month: month, start: start)
        var counts: [String: Int] = [:]
        try LineFile.write(file) { line in
            for second in 0..<seconds {
                let events = year.events(in: second)
                for (index, event) in events.enumerated() {
                    let due = second * 1_000_000 + index * 1_000_000 / events.count
                    line("\(due) \(try signer.body(event))")
                    let name = [event.type.rawValue, event.subtype?.rawValue].compactMap(\.self)
                    counts[name.joined(separator: " "), default: 0] += 1
                }
            }
        }
        for (name, count) in counts.sorted(by: { $0.value > $1.value }) { print(count, name) }
        print(counts.values.reduce(0, +), "all")
    }
}
