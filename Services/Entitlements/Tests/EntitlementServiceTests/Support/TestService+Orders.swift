import AppReceipt
import EntitlementModel
import Foundation

@testable import EntitlementService

extension TestService {
    /// Passes a service for each order in which transactions can arrive, one of them twice.
    static func inEveryOrder(
        _ transactions: [TransactionPayload],
        at date: Date,
        _ body: (TestService) async throws -> Void
    ) async throws {
        let appStore = try TestAppStore.shared.get()
        let documents = try transactions.map { SignedDocument.transaction(try appStore.sign($0)) }
        try await inEveryOrder(documents, at: date, body)
    }

    /// Passes a service for each order in which documents can arrive, one of them twice.
    static func inEveryOrder(
        _ documents: [SignedDocument],
        at date: Date,
        _ body: (TestService) async throws -> Void
    ) async throws {
        for order in documents.permutations {
            let service = try await TestService(at: date)
            for document in order + order.prefix(1) { try await service.receive(document) }
            try await body(service)
        }
    }

    /// Receives a document.
    @discardableResult
    func receive(_ document: SignedDocument) async throws -> Bool {
        let now = clock.approximateNow()
        let submission =
            switch document {
            case .notification(let text): try verifier.verify(notification: text, at: now)
            case .transaction(let text): try verifier.verify(transaction: text, at: now)
            case .receipt(let text): try verifier.verify(receipt: text, at: now)
            }
        return try await recorder.record(submission)
    }
}

extension Array {
    fileprivate var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let first = rest.remove(at: index)
            return rest.permutations.map { [first] + $0 }
        }
    }
}
