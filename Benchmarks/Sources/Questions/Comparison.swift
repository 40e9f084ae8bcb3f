import Foundation
import Measuring
import SwiftyStoreKit

/// All questions to one receipt in all its forms, in rounds that take turns.
struct Comparison {
    private static let rounds = 6

    private let count: Int
    private let signature: SignatureCheck
    private let forms: [Form]

    /// A question to one form of the receipt gave another answer than to the first form.
    struct Disagreement: Error {
        let question: Question
        let form: String
    }

    init(count: Int, signature: SignatureCheck) throws {
        self.count = count
        self.signature = signature
        forms = try Form.all(TestReceipt(count: count).json)
    }

    func run() throws {
        try agree()
        var signatures = Samples()
        var times = Question.allCases.map { _ in forms.map { _ in Samples() } }
        for _ in 0..<Self.rounds {
            signatures.add(try each { try signature.run() })
            for (row, question) in Question.allCases.enumerated() {
                for (column, form) in forms.enumerated() {
                    times[row][column].add(each { _ = form.ask(question) })
                }
            }
        }
        show(times.map { $0.map(\.median) }, signature: signatures.median)
    }

    private func each(_ body: () throws -> Void) rethrows -> Double {
        try CPUTime.each(seconds: 0.02, batches: 1, body)
    }

    private func agree() throws {
        for question in Question.allCases {
            let answers = forms.map { $0.ask(question) }
            for (form, answer) in zip(forms, answers) where answer != answers.first {
                throw Disagreement(question: question, form: form.name)
            }
        }
    }

    private func show(_ times: [[Double]], signature: Double) {
        let scale = signature / SignatureCheck.published
        print(
            "N = \(count); RSA-2048 verify \(text(signature)) us, upstream scaled by \(text(scale))"
        )
        for (question, row) in zip(Question.allCases, times) {
            let upstream = question.upstream(count).map { $0 * scale }
            print("  \(question.rawValue), upstream \(upstream.map(text) ?? "-") us")
            for (form, time) in zip(forms, row) {
                let ratio = upstream.map { "\(text($0 / time))x" } ?? "-"
                print("    \(form.name): \(text(time)) us, \(ratio), \(form.goal)")
            }
        }
        print("")
    }

    private func text(_ number: Double) -> String {
        String(format: number < 1 ? "%.3f" : number < 100 ? "%.2f" : "%.0f", number)
    }
}
