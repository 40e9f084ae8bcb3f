import AppReceipt
import Foundation
import Measuring

/// Interleaved rounds in which every contestant verifies the receipts of every size.
struct Rounds {
    private(set) var times: [Int: [Contestant: [Double]]] = [:]

    /// Measures all rounds; the order of the contestants is rotated, so that none always follows
    /// the same one.
    init(_ files: ReceiptFiles, _ settings: Settings) throws {
        let peers = Peers(files: files, settings: settings)
        for size in ReceiptFiles.sizes {
            let work = try OwnWork(files, size)
            let contestants = Contestant.own + peers.available
            for round in 0..<settings.rounds {
                for position in contestants.indices {
                    let contestant = contestants[(position + round) % contestants.count]
                    guard let time = try time(contestant, size, work, peers, settings) else {
                        continue
                    }
                    times[size, default: [:]][contestant, default: []].append(time)
                }
            }
        }
    }

    /// The median in microseconds; `nil` for what was not measured.
    func median(_ contestant: Contestant, _ size: Int) -> Double? {
        times[size]?[contestant].map(Self.median)
    }

    /// The median of the rounds' ratios.
    func ratio(_ upper: Contestant, to lower: Contestant, _ size: Int) -> Double? {
        guard let upper = times[size]?[upper], let lower = times[size]?[lower] else { return nil }
        return Self.median(zip(upper, lower).map { $0 / $1 })
    }

    private func time(
        _ contestant: Contestant,
        _ size: Int,
        _ work: OwnWork,
        _ peers: Peers,
        _ settings: Settings
    ) throws -> Double? {
        guard Contestant.own.contains(contestant) else { return peers.time(contestant, size) }
        return try CPUTime.each(seconds: settings.seconds) { try work.run(contestant) }
    }

    private static func median(_ values: [Double]) -> Double {
        var samples = Samples()
        values.forEach { samples.add($0) }
        return samples.median
    }
}

/// One way of verifying or decoding a receipt, which is measured in every round.
enum Contestant: String, CaseIterable {
    case floor = "RSA + SHA-256"
    case verify
    case judged = "verify, chain judged"
    case decode = "decode alone"
    case base64 = "base64 + verify"
    case raw = "OpenSSL raw"
    case cms = "OpenSSL cms"
    case python = "apple-purchase-receipt-verifier"

    static let own: [Contestant] = [.floor, .verify, .judged, .decode, .base64]
}
