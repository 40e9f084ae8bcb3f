import Foundation

/// The comparison of answers with the store, and with events.
struct AnswerAudit: Sendable {
    let fleet: ServiceFleet
    let shop: Shop
    let log: DeliveryLog
    let key: String

    /// Compares each customer's products with the store's.
    func compareWithStore() async throws {
        let date = shop.now
        for customer in shop.customers {
            for url in fleet.urls {
                try await compare(customer, at: date, url)
                try await compare(customer, at: nil, url)
            }
            log.count("customers compared with the store")
        }
    }

    private func compare(_ customer: Shop.Customer, at date: Date?, _ url: String) async throws {
        let query = EntitlementQuery(customer: customer.token, key: key, date: date)
        let answer = await query.ask(url)
        guard let answer, answer.status == 200 else {
            return log.problem("no answer about \(customer.token): \(answer?.text ?? "")")
        }
        let granted = try EntitlementQuery.granted(answer.text)
        let expected = try customer.granted(at: date ?? Date())
        if granted != expected {
            let history = try customer.history()
            log.problem(
                "\(customer.token) has \(granted), the store says \(expected): \(history)"
            )
        }
    }

    /// Compares the current answer about each customer with the last event.
    func compareWithEvents(_ last: [String: String]) async throws {
        for customer in shop.customers {
            let query = EntitlementQuery(customer: customer.token, key: key)
            guard let url = fleet.urls.first, let answer = await query.ask(url) else { continue }
            let name = customer.token.uuidString.lowercased()
            let event = last[name] ?? "{\"entitlements\":[]}"
            if answer.text != event {
                log.problem("\(name) has \(answer.text), the last event says \(event)")
            }
        }
        let known = Set(shop.customers.map { $0.token.uuidString.lowercased() })
        let granted = last.filter { $0.value != "{\"entitlements\":[]}" }
        let invented = Set(granted.keys).subtracting(known)
        if !invented.isEmpty { log.problem("events about nobody: \(invented)") }
    }
}
