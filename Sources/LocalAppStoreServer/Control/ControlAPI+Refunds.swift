import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

// Refunds, the requests for them, and what is decided about those.
extension ControlAPI {
    var refundRoutes: [Route] {
        [
            command("refund", members: ["reason"]) { store, id, body in
                let reasons = LedgerEntry.RevocationReason.allCases
                let reason = try body["reason"].given?.choice(of: reasons) { "\($0)" }
                return try store.refund(id, reason: reason ?? .other)
            },
            command("refund-request", members: ["reason"]) { store, id, body in
                let reasons = ConsumptionRequestReason.allCases
                let reason = try body["reason"].given?.choice(of: reasons)
                try store.requestRefund(id, reason: reason ?? .other)
                return try store.entry(id)
            },
            command("refund-decision", members: ["decision"]) { store, id, body in
                let decision = try body["decision"].choice(of: RefundRequest.Decision.allCases)
                try store.decideRefund(of: id, decision)
                return try store.entry(id)
            },
            command("refund-reversal") { store, id, _ in try store.reverseRefund(id) },
        ]
    }
}

extension RefundRequest {
    var control: JSONValue {
        get throws {
            .members([
                "reason": .string(reason.rawValue),
                "requestDate": .date(requestDate),
                "consumption": try consumption.map { report in
                    .object(try JSONParser.object(in: Array(report.json.utf8)))
                },
                "decision": decision.map { .string($0.rawValue) },
                "decisionDate": decisionDate.map(JSONValue.date),
            ])
        }
    }
}
