import Foundation
import TestCluster

/// Readers that send requests while documents are sent, and compare the answers with acknowledged
/// documents.
struct Watch: Sendable {
    let fleet: ServiceFleet
    let log: DeliveryLog
    let key: String
    let customers: [UUID]
    /// Whether answers may lag behind acknowledgements to the App Store.
    let isDelayed: Bool

    /// Sends requests until the task is cancelled.
    func run(_ random: SplitMix64) async {
        var random = random
        while !Task.isCancelled {
            guard let customer = customers.randomElement(using: &random),
                let url = fleet.urls.randomElement(using: &random)
            else { return }
            await ask(customer, url)
            // Leaves processor time to others.
            try? await Task.sleep(for: .milliseconds(15))
        }
    }

    private func ask(_ customer: UUID, _ url: String) async {
        let before = log.read { ($0.bought.contains(customer), $0.refunded.contains(customer)) }
        guard let answer = await EntitlementQuery(customer: customer, key: key).ask(url) else {
            return log.count("readers without an answer")
        }
        let isRefundBegun = log.read { $0.refundsBegun.contains(customer) }
        log.count("readers' answers")
        switch answer.status {
        case 200:
            let granted = (try? EntitlementQuery.granted(answer.text)) ?? ["?"]
            if before.1, !granted.isEmpty, !isDelayed {
                log.problem("\(customer) has \(granted) after the refund was acknowledged")
            }
            if before.0, !isRefundBegun, granted.isEmpty, !isDelayed {
                log.problem("\(customer) has nothing after the purchase was acknowledged")
            }
        case 503: log.count("readers told to wait")
        default: log.problem("a reader got \(answer.status): \(answer.text)")
        }
    }
}
