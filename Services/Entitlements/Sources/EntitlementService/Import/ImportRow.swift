import Foundation
import PostgreSQL

/// A row that names a purchase.
struct ImportRow: Sendable {
    let line: Int
    let id: String
    let customer: String?
    let skipReason: SkipReason?

    struct Result: Sendable {
        let line: ImportLine
        /// Whether the purchase may be verified later.
        var isTransient = false
        /// The customer's other recorded purchases.
        var others: Set<String> = []
    }

    /// Records the documents of the purchase.
    func lookUp(by backfill: Backfill) async throws -> Result {
        if let skipReason {
            let message = "An earlier row has the purchase for another customer, or for none."
            return Result(line: line(.skipped, skipReason.rawValue, message))
        }
        do {
            var summary = Backfill.Summary()
            let purchases = try await backfill.recordHistory(of: id, &summary)
            if let refusal = summary.refusals.first {
                return unverified(.refused, refusal)
            }
            guard purchases.contains(id) else {
                let message = "The App Store's history has no such original transaction."
                return unverified(.missing, message)
            }
            return Result(line: line(.imported), others: purchases.subtracting([id]))
        } catch let error as AppStoreServerError where error.status != 401 {
            return unverified(
                error.status == 404 ? .unknown : .appStore,
                error.localizedDescription,
                isTransient: error.isOutage
            )
        } catch let error where !(error is SQLError) && !(error is AppStoreServerError) {
            try Task.checkCancellation()
            return unverified(.network, "\(error)", isTransient: true)
        }
    }

    var imported: Result { Result(line: line(.imported)) }

    private func unverified(
        _ reason: UnverifiedReason,
        _ message: String,
        isTransient: Bool = false
    ) -> Result {
        Result(
            line: line(.unverified, reason.rawValue, message),
            isTransient: isTransient
        )
    }

    private func line(
        _ result: ImportLine.Result,
        _ reason: String? = nil,
        _ message: String? = nil
    ) -> ImportLine {
        ImportLine(
            line: line,
            originalTransactionId: id,
            customer: customer,
            result: result,
            reason: reason,
            message: message
        )
    }
}
