import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

// Statuses of subscriptions.
extension ServerAPI {
    var subscriptionRoutes: [Route] {
        [route("GET", "/inApps/v1/subscriptions/{transactionId}", statuses)]
    }

    private func statuses(_ request: Request) throws -> JSONValue {
        let owner = try customerStore(request)
        let filter = Set(
            try request.target.values(of: "status", .invalidStatus).map {
                text throws(RequestRefusal) in
                guard let number = Int(text),
                    let status = CustomerSubscription.Status(rawValue: number)
                else { throw .invalidStatus }
                return status
            }
        )
        let statuses = try owner.subscriptions.statuses().filter {
            filter.isEmpty || filter.contains($0.subscription.status)
        }
        var members = try appMembers()
        members["data"] = .array(try groups(of: statuses, owner))
        return .object(members)
    }

    /// The subscriptions by their groups, in the order of the first one of each.
    private func groups(
        of statuses: [SubscriptionPeriodStatus],
        _ owner: Store
    ) throws -> [JSONValue] {
        var ids: [String] = []
        for status in statuses where !ids.contains(status.subscription.groupID) {
            ids.append(status.subscription.groupID)
        }
        return try ids.map { id in
            let transactions = try statuses.filter { $0.subscription.groupID == id }
                .map { try lastTransaction(of: $0, owner) }
            return .object([
                "subscriptionGroupIdentifier": .string(id),
                "lastTransactions": .array(transactions),
            ])
        }
    }

    private func lastTransaction(
        of status: SubscriptionPeriodStatus,
        _ owner: Store
    ) throws -> JSONValue {
        let (status, transaction, renewalInfo) = try owner.signedDocuments(of: status)
        return .object([
            "status": .number(String(status.subscription.status.rawValue)),
            "originalTransactionId": .string(String(status.entry.originalID)),
            "signedTransactionInfo": .string(transaction.compactSerialization),
            "signedRenewalInfo": .string(renewalInfo.compactSerialization),
        ])
    }
}
