import AppReceipt
import Foundation
import LocalAppStore

// Refunds, the requests for them, and what is decided about those.
extension ControlAPI {
    var refundRoutes: [Route] {
        [
            command("refund", takesBody: true) { store, id, body in
                let reason = try body.choice("reason", of: LedgerEntry.RevocationReason.allCases) {
                    "\($0)"
                }
                try body.end()
                return try store.refund(id, reason: reason ?? .other)
            },
            command("refund-request", takesBody: true) { store, id, body in
                let reasons = ConsumptionRequestReason.allCases
                let reason = try body.choice("reason", of: reasons, named: \.rawValue)
                try body.end()
                try store.requestRefund(id, reason: reason ?? .other)
                return try store.entry(id)
            },
            command("refund-decision", takesBody: true) { store, id, body in
                let decisions = RefundRequest.Decision.allCases
                let decision = try body.choice("decision", of: decisions, named: \.rawValue)
                let chosen = try body.require("decision", decision, expected: "the decision")
                try body.end()
                try store.decideRefund(of: id, chosen)
                return try store.entry(id)
            },
            command("refund-reversal") { store, id, _ in try store.reverseRefund(id) },
        ]
    }
}
