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
                return try store.refunds.refund(id, reason: reason ?? .other)
            },
            command("refund-request", members: ["reason"]) { store, id, body in
                let reasons = ConsumptionRequestReason.allCases
                let reason = try body["reason"].given?.choice(of: reasons)
                try store.refunds.request(id, reason: reason ?? .other)
                return try store.entry(id)
            },
            command("refund-decision", members: ["decision"]) { store, id, body in
                let decision = try body["decision"].choice(of: RefundRequest.Decision.allCases)
                try store.refunds.decide(of: id, decision)
                return try store.entry(id)
            },
            command("refund-reversal") { store, id, _ in try store.refunds.reverse(id) },
        ]
    }
}
