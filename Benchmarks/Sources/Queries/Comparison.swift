import Foundation
import Measuring
import SwiftyStoreKit

/// All queries to one receipt in all its forms, in interleaved rounds.
struct Comparison {
    private static let rounds = 6

    private let count: Int
    private let signature: SignatureCheck
    private let json: Data
    private let forms: [Form]

    /// A query to one form of the receipt had another result than to the first form.
    struct Disagreement: Error {
        let query: Query
        let form: String
    }

    init(count: Int, signature: SignatureCheck) throws {
        self.count = count
        self.signature = signature
        json = try TestReceipt(count: count).json
        forms = try Form.all(json)
    }

    func run() throws {
        try agree()
        var signatures = Samples()
        var decoding = Samples()
        var (whole, wholeDictionary) = (Samples(), Samples())
        var times = Query.allCases.map { _ in forms.map { _ in Samples() } }
        for _ in 0..<Self.rounds {
            signatures.add(try each { try signature.run() })
            decoding.add(try each { _ = try ReceiptDetails(json: json).items.count })
            whole.add(try each { _ = Query.autoRenewable.run(try ReceiptDetails(json: json)) })
            wholeDictionary.add(
                try each { _ = Query.autoRenewable.run(try VerifyReceiptResult(json: json).get()) }
            )
            for (row, query) in Query.allCases.enumerated() {
                for (column, form) in forms.enumerated() {
                    times[row][column].add(each { _ = form.run(query) })
                }
            }
        }
        show(times.map { $0.map(\.median) }, signature: signatures.median)
        let wholes: KeyValuePairs = [
            "typed values": whole.median,
            "dictionary": wholeDictionary.median,
        ]
        show(wholes, signature: signatures.median)
        show(decoding: decoding.median)
    }

    private func each(_ body: () throws -> Void) rethrows -> Double {
        try CPUTime.each(seconds: 0.02, batches: 1, body)
    }

    private func agree() throws {
        for query in Query.allCases {
            let results = forms.map { $0.run(query) }
            for (form, result) in zip(forms, results) where result != results.first {
                throw Disagreement(query: query, form: form.name)
            }
        }
    }

    private func show(_ times: [[Double]], signature: Double) {
        let scale = signature / SignatureCheck.published
        print(
            "N = \(count); RSA-2048 verify \(text(signature)) us, upstream scaled by \(text(scale))"
        )
        for (query, row) in zip(Query.allCases, times) {
            let upstream = query.upstream(count).map { $0 * scale }
            print("  \(query.rawValue), upstream \(upstream.map(text) ?? "-") us")
            for (form, time) in zip(forms, row) {
                let ratio = upstream.map { "\(text($0 / time))x" } ?? "-"
                print("    \(form.name): \(text(time)) us, \(ratio), \(form.goal)")
            }
        }
    }

    private func show(_ wholes: KeyValuePairs<String, Double>, signature: Double) {
        let upstream = Query.upstreamFromResponse(count)
            .map { $0 * signature / SignatureCheck.published }
        print(
            "  response to result of verifySubscriptions, upstream \(upstream.map(text) ?? "-") us"
        )
        for (form, whole) in wholes {
            let ratio = upstream.map { "\(text($0 / whole))x" } ?? "-"
            print("    \(form): \(text(whole)) us, \(ratio), goal 6x at 1000")
        }
    }

    private func show(decoding: Double) {
        let each = decoding / Double(count)
        print("  response to ReceiptDetails: \(text(decoding)) us, \(text(each)) us a purchase")
        print("")
    }

    private func text(_ number: Double) -> String {
        String(format: number < 1 ? "%.3f" : number < 100 ? "%.2f" : "%.0f", number)
    }
}

/// A form of a receipt, and the goal of queries to it.
struct Form {
    let name: String
    let goal: String
    let run: (Query) -> Int

    struct Failure: Error {}

    static func all(_ json: Data) throws -> [Form] {
        let decoded = try VerifyReceiptResult(json: json).get()
        guard let cast = try JSONSerialization.jsonObject(with: json) as? ReceiptInfo else {
            throw Failure()
        }
        let details = ReceiptDetails(receiptInfo: decoded)
        return [
            Form(name: "dictionary of this library", goal: "goal 5x") { $0.run(decoded) },
            Form(name: "dictionary of a cast", goal: "goal 5x") { $0.run(cast) },
            Form(name: "typed values", goal: "goal 1.5 ms") { $0.run(details) },
        ]
    }
}
