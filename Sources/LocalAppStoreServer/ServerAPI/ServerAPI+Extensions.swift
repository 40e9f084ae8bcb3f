import Foundation
import LocalAppStore
import StrictJSON

// Renewal dates that the developer extends.
extension ServerAPI {
    var extensionRoutes: [Route] {
        [
            route(
                "PUT",
                "/inApps/v1/subscriptions/extend/{originalTransactionId}",
                extendRenewalDate
            ),
            route("POST", "/inApps/v1/subscriptions/extend/mass", extendRenewalDates),
            route(
                "GET",
                "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}",
                massExtension
            ),
        ]
    }

    private func extendRenewalDate(_ request: Request) throws -> JSONValue {
        let (entry, owner) = try transaction(
            request,
            "originalTransactionId",
            invalid: .invalidOriginalTransaction,
            unknown: .unknownOriginalTransaction
        )
        let terms = try RenewalExtension.Terms(try JSONNode(request))
        let result = try owner.subscriptions.extendRenewalDate(
            of: entry.id,
            byDays: terms.dayCount,
            reason: terms.reason,
            requestIdentifier: terms.requestIdentifier
        )
        return .object([
            "originalTransactionId": .string(String(result.subscriptionID)),
            // As in the transaction of the period.
            "webOrderLineItemId": .string(String(result.entryID)),
            "success": .bool(true),
            "effectiveDate": .milliseconds(result.effectiveDate),
        ])
    }

    /// Records the request; the extensions follow on the queue.
    private func extendRenewalDates(_ request: Request) throws -> JSONValue {
        let body = try JSONNode(request)
        let terms = try RenewalExtension.Terms(body)
        let result = try store.subscriptions.requestMassExtension(
            ofProduct: try body.text("productId", .init(.invalidProduct)) ?? "",
            byDays: terms.dayCount,
            reason: terms.reason,
            requestIdentifier: terms.requestIdentifier,
            storefronts: try body.texts("storefrontCountryCodes", .init(.invalidStorefront))
        )
        performMassExtensions()
        return .object(["requestIdentifier": .string(result.terms.requestIdentifier)])
    }

    /// Performs incomplete requests, also those of a server before this one.
    func performMassExtensions() {
        // An extension that fails continues with the next request, or when a server starts.
        queue.start { try? store.subscriptions.performMassExtensions() }
    }

    private func massExtension(_ request: Request) throws -> JSONValue {
        // No request has an identifier with NUL, which the ledger would refuse to look for.
        guard !request.parameters.values.contains(where: \.containsNUL) else {
            throw RequestRefusal.unknownStatusRequest
        }
        let found = try store.subscriptions.massExtension(
            ofProduct: request.parameters["productId"] ?? "",
            requestIdentifier: request.parameters["requestIdentifier"] ?? ""
        )
        guard let found else { throw RequestRefusal.unknownStatusRequest }
        var members: [String: JSONValue] = [
            "requestIdentifier": .string(found.terms.requestIdentifier),
            "complete": .bool(found.isComplete),
        ]
        if let date = found.completionDate {
            members["completeDate"] = .milliseconds(date)
            members["succeededCount"] = .number(String(found.succeededCount))
            members["failedCount"] = .number(String(found.failedCount))
        }
        return .object(members)
    }
}

extension RenewalExtension.Terms {
    /// Reads the members that both requests have.
    fileprivate init(_ body: JSONNode) throws {
        let days = try body.member("extendByDays", .init(.invalidExtensionLength)) {
            node throws(JSONMismatch) in try node.integer()
        }
        let code = try body.member("extendReasonCode", .init(.invalidExtensionReason)) {
            node throws(JSONMismatch) in try node.integer()
        }
        let identifier = try body.text("requestIdentifier", .init(.invalidRequestIdentifier))
        guard let reason = code.flatMap(RenewalExtension.Reason.init) else {
            throw ServerRequestRefusal.invalidExtensionReason
        }
        try self.init(
            dayCount: days ?? 0,
            reason: reason,
            requestIdentifier: identifier ?? ""
        )
    }
}
