package import Foundation

extension ReceiptCoordinator {
    package func fetch(forceRefresh: Bool) async throws -> Data {
        try await AsyncTicket.value { [self] resume in
            let handle = fetch(forceRefresh: forceRefresh) { resume($0.asResult) }
            return {
                handle.abandon()
                return true
            }
        }
    }

    package func verify(
        using validator: any ReceiptValidator & Sendable,
        forceRefresh: Bool
    ) async throws -> VerifyReceiptResult {
        try await AsyncTicket.value { [self] resume in
            let handle = verify(using: validator, forceRefresh: forceRefresh) {
                resume(.success($0))
            }
            return {
                handle.abandon()
                return true
            }
        }
    }
}
