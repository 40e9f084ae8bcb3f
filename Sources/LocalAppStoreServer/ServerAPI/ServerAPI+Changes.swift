import Foundation
import LocalAppStore
import StrictJSON

// The developer's reports about transactions, and changes of them.
extension ServerAPI {
    var changeRoutes: [Route] {
        [
            route("PUT", "/inApps/v1/transactions/consumption/{transactionId}") {
                try $0.reportConsumption($1, .one)
            },
            route("PUT", "/inApps/v2/transactions/consumption/{transactionId}") {
                try $0.reportConsumption($1, .two)
            },
            route("PUT", "/inApps/v1/transactions/{originalTransactionId}/appAccountToken") {
                try $0.setAccountToken($1)
            },
            route("POST", "/inApps/v1/transactions/{transactionId}/finish") { try $0.finish($1) },
        ]
    }

    private func reportConsumption(
        _ request: Request,
        _ version: ConsumptionReport.Version
    ) throws -> Response {
        let (entry, owner) = try transaction(request)
        let report = try ConsumptionReport(version, json: request.body)
        guard try owner.refunds.recordConsumption(report, of: entry.id) else {
            throw RequestRefusal.unrequestedConsumption
        }
        return Response(.accepted)
    }

    private func setAccountToken(_ request: Request) throws -> Response {
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
        return Response(.ok)
    }

    private func finish(_ request: Request) throws -> Response {
        let (entry, owner) = try transaction(request)
        try owner.finish([entry.id])
        return Response(.ok)
    }
}
