import Foundation
import Measuring

/// One way of verifying a signed transaction, which is measured in every round.
enum Contestant: String, CaseIterable {
    case floor = "P-256"
    case three = "P-256 three times"
    case verify
    case judged = "verify, chain judged"
    case decode = "decode alone"
    case apples = "app-store-server-library"
    case python = "apple-purchase-receipt-verifier"

    static let own: [Contestant] = [.floor, .three, .verify, .judged, .decode]

    /// How the script is called for a peer in Python.
    var mode: String? {
        switch self {
        case .apples: "assl-jws"
        case .python: "aprv-jws"
        default: nil
        }
    }
}

/// Interleaved rounds in which every contestant verifies one document.
struct Rounds {
    private var times: [Contestant: [Double]] = [:]

    /// Measures all rounds; the order of the contestants is rotated, so that none always follows
    /// the same one.
    init(_ document: Document, _ settings: Settings) throws {
        let work = try OwnWork(document)
        let contestants = Contestant.own + Self.peers(document, settings)
        for round in 0..<settings.rounds {
            for position in contestants.indices {
                let contestant = contestants[(position + round) % contestants.count]
                let time =
                    try contestant.mode.map { try Self.peer($0, document, settings) }
                    ?? CPUTime.each(seconds: settings.seconds) { try work.run(contestant) }
                times[contestant, default: []].append(time)
            }
        }
    }

    /// The median in microseconds; `nil` for what was not measured.
    func median(_ contestant: Contestant) -> Double? {
        times[contestant].map(Self.median)
    }

    /// The median of the rounds' ratios.
    func ratio(_ upper: Contestant, to lower: Contestant) -> Double? {
        guard let upper = times[upper], let lower = times[lower] else { return nil }
        return Self.median(zip(upper, lower).map { $0 / $1 })
    }

    private static func peers(_ document: Document, _ settings: Settings) -> [Contestant] {
        let isKnown = settings.python != nil && settings.script != nil && document.files != nil
        return isKnown ? [.apples, .python] : []
    }

    private struct Report: Decodable {
        let nanoseconds: Double

        enum CodingKeys: String, CodingKey {
            case nanoseconds = "cpu_ns"
        }
    }

    /// Microseconds of a process of a peer for one document.
    private static func peer(
        _ mode: String,
        _ document: Document,
        _ settings: Settings
    ) throws -> Double {
        let arguments = [
            settings.script ?? "", mode, document.files?.root ?? "", document.files?.text ?? "",
            "\(settings.seconds)", "5",
        ]
        let report: Report = try Command(settings.python ?? "", arguments).report()
        return report.nanoseconds / 1_000
    }

    private static func median(_ values: [Double]) -> Double {
        var samples = Samples()
        values.forEach { samples.add($0) }
        return samples.median
    }
}
