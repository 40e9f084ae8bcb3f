import Foundation
import LocalAppStore
import StrictJSON

// The developer's reports about transactions, and changes of them.
extension ServerAPI {
    var changeRoutes: [Route] {
        [
            consumption("v1", .one),
            consumption("v2", .two),
            route(
                "PUT",
                "/inApps/v1/transactions/{originalTransactionId}/appAccountToken",
                setAccountToken
            ),
            route("POST", "/inApps/v1/transactions/{transactionId}/finish", finish),
        ]
    }

    private func consumption(_ path: String, _ version: ConsumptionReport.Version) -> Route {
        let path = "/inApps/\(path)/transactions/consumption/{transactionId}"
        return route("PUT", path, status: .accepted) { request in
            let (entry, owner) = try transaction(request)
            let report = try ConsumptionReport(version, json: request.body)
            guard try owner.refunds.recordConsumption(report, of: entry.id) else {
                throw RequestRefusal.unrequestedConsumption
            }
            return nil
        }
    }

    private func setAccountToken(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try transaction(
            request,
            "originalTransactionId",
            invalid: .invalidOriginalTransaction
        )
        let text = try JSONNode(request).text("appAccountToken", .invalidAccountToken)
        guard let token = text.flatMap(UUID.init(uuidString:)) else {
            throw RequestRefusal.invalidAccountToken
        }
        try owner.setAppAccountToken(token, of: entry.id)
        return nil
    }

    private func finish(_ request: Request) throws -> JSONValue? {
        let (entry, owner) = try transaction(request)
        try owner.finish([entry.id])
        return nil
    }
}
