import AppReceipt
public import Foundation

extension Store {
    /// Answers as Apple's verifyReceipt does, for receipts of this store.
    ///
    /// - Parameters:
    ///   - body: The request's body: JSON with `receipt-data`, and maybe `password` and
    ///     `exclude-old-transactions`.
    ///   - method: The request's method; anything but POST is answered with 21000.
    ///   - service: Where the question was asked.
    /// - Returns: The answer's body, in JSON. A question that cannot be answered has a status that
    ///   says why; when the ledger cannot be read that is 21005. A member `exception` words it, for
    ///   the developer.
    public func verifyReceipt(
        _ body: Data,
        method: String = "POST",
        at service: VerifyReceiptService
    ) -> Data {
        do throws(VerifyReceiptRefusal) {
            return try answer(body, method: method, at: service).object.json()
        } catch {
            return error.answer(from: service).json()
        }
    }

    private func answer(
        _ body: Data,
        method: String,
        at service: VerifyReceiptService
    ) throws(VerifyReceiptRefusal) -> VerifyReceiptAnswer {
        let settings = try reading { () throws(Error) in try receiptSettings }
        if let planned = settings.plannedAnswer { throw VerifyReceiptRefusal(planned) }
        let question = try VerifyReceiptQuestion(method: method, body: body)
        let rule = VerifyReceiptRule(
            service: service,
            settings: settings,
            verifier: try reading { () throws(Error) in try receipts.verifier() }
        )
        return VerifyReceiptAnswer(
            service: service,
            receipt: try rule.receipt(question),
            latestReceipt: try reading { () throws(Error) in try receipt() },
            entries: try reading { () throws(Error) in
                try ledger.read { try $0.receiptEntries(of: .latest) }
            },
            excludesOldTransactions: question.excludesOldTransactions,
            date: clock.now
        )
    }

    private func reading<Value>(
        _ body: () throws(Error) -> Value
    ) throws(VerifyReceiptRefusal) -> Value {
        do throws(Error) {
            return try body()
        } catch {
            throw .init(.unavailableServer, error.localizedDescription)
        }
    }
}

extension ReceiptIssue {
    /// A receipt that would be made now: no consumable was finished after it.
    fileprivate static let latest = ReceiptIssue(revision: .max, date: .distantFuture)
}
