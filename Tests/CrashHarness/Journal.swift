import Foundation
import Glibc
import LocalAppStore

/// The file to which children append a line before and after each step.
///
/// A line is one `write` to a file opened for appending, so lines of several threads and processes
/// do not mix. There is no `fsync`, because written data survives the death of the process.
final class Journal: Sendable {
    private let descriptor: Int32

    init(appendingTo url: URL) throws {
        descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line; on return the parent can read it.
    func add(_ line: JournalLine) throws {
        // The line break comes first, so that an incomplete line does not affect the next one.
        let bytes = Data("\n".utf8) + (try JSONEncoder().encode(line))
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// The complete lines from an offset on, and the offset after them.
    static func lines(of url: URL, from offset: UInt64) throws -> ([JournalLine], end: UInt64) {
        guard FileManager.default.fileExists(atPath: url.path) else { return ([], offset) }
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let bytes = try file.readToEnd() ?? Data()
        let decoder = JSONDecoder()
        // A line that cannot be decoded is incomplete: its step was not begun, or was not reported.
        let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            try? decoder.decode(JournalLine.self, from: Data($0))
        }
        return (lines, offset + UInt64(bytes.count))
    }

    /// The last lines of a journal, a few hundred.
    static func lastLines(of url: URL) throws -> [JournalLine] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let size = attributes?[.size] as? UInt64 ?? 0
        return try lines(of: url, from: size > 1 << 16 ? size - 1 << 16 : 0).0
    }
}

/// A step that a child is about to make, or a result that was reported to it.
enum JournalLine: Codable, Equatable, Sendable {
    case pay(PaymentIntent)
    /// The state of an entry from the store or from the queue's observer; the queue does not report
    /// the amount.
    case reported(entry: Int64, name: String, state: LedgerEntry.State, amount: Decimal?)
    /// A payment failed in the queue and did not reach the ledger.
    case refused(name: String)
    case finish([Int64])
    case finished([Int64])
    case restore
    case restored
    case approve(Int64)
    case approved(Int64)
    case refund(Int64)
    case refunded(Int64)
    /// An unexpected error.
    case failure(String)

    static func reported(_ entry: LedgerEntry) -> JournalLine {
        .reported(
            entry: entry.id,
            name: entry.paymentName,
            state: entry.state,
            amount: entry.amountCharged
        )
    }
}

extension LedgerEntry.State: Codable {}

/// The contents of a ledger's journal.
struct JournalFacts {
    /// A reported state of an entry.
    struct Report: Hashable {
        var name: String
        var state: LedgerEntry.State
        var amount: Decimal?
    }

    private(set) var intents: [String: PaymentIntent] = [:]
    private(set) var reported: [Int64: Set<Report>] = [:]
    private(set) var refused: Set<String> = []
    private(set) var finishBegun: Set<Int64> = []
    private(set) var finished: Set<Int64> = []
    private(set) var approveBegun: Set<Int64> = []
    private(set) var approved: Set<Int64> = []
    private(set) var refundBegun: Set<Int64> = []
    private(set) var refunded: Set<Int64> = []
    private(set) var failures: [String] = []

    init(_ lines: [JournalLine] = []) {
        for line in lines {
            add(line)
        }
    }

    mutating func add(_ line: JournalLine) {
        switch line {
        case .pay(let intent): intents[intent.name] = intent
        case .reported(let id, let name, let state, let amount):
            reported[id, default: []].insert(Report(name: name, state: state, amount: amount))
        case .refused(let name): refused.insert(name)
        case .finish(let ids): finishBegun.formUnion(ids)
        case .finished(let ids): finished.formUnion(ids)
        case .restore, .restored: break
        case .approve(let id): approveBegun.insert(id)
        case .approved(let id): approved.insert(id)
        case .refund(let id): refundBegun.insert(id)
        case .refunded(let id): refunded.insert(id)
        case .failure(let text): failures.append(text)
        }
    }

    /// The entries that were reported as restored.
    var restoredIDs: [Int64] {
        reported.filter { $0.value.contains { $0.state == .restored } }.map(\.key)
    }
}
