import Foundation
import TestCluster

/// The comparison of events with each other, with received ones, and with answers.
struct EventAudit: Sendable {
    let audit: Audit
    let receiver: EventReceiver

    private struct Event {
        let customer: String
        let sequence: Int64
        let id: String
        let entitlements: String
        /// The change; empty if only the list differs.
        let cause: String
    }

    private var log: DeliveryLog { audit.log }

    /// Delivers pending events immediately, as if their leases and pauses had ended, and waits for
    /// all.
    func settle() async throws {
        receiver.refuse(0)
        await log.wait(for: "all events delivered") { _ in
            let waiting = try? await audit.cluster.execute(
                """
                UPDATE entitlements.delivery SET due_at = now() WHERE due_at > now();
                SELECT count(*)::text FROM entitlements.delivery
                """,
                in: audit.database
            )
            try? await Task.sleep(for: .milliseconds(100))
            return waiting?.first?.first == "0"
        }
        // No event has enough refusals to become a dead letter.
        let dead = try await audit.rows("SELECT count(*)::text FROM entitlements.dead_letter")
        if dead != ["0"] { log.problem("\(dead) events were given up") }
    }

    /// Compares the events, and returns the last entitlements of each customer.
    func compare() async throws -> [String: String] {
        let rows = try await audit.cluster.execute(
            """
            SELECT customer, sequence::text, id::text, entitlements, coalesce(cause, '')
            FROM entitlements.event
            ORDER BY customer, event.sequence
            """,
            in: audit.database
        )
        var last: [String: Event] = [:]
        var received = receiver.events
        for row in rows {
            let columns = row.map { $0 ?? "" }
            let event = Event(
                customer: columns[0],
                sequence: Int64(columns[1]) ?? -1,
                id: columns[2],
                entitlements: columns[3],
                cause: columns[4]
            )
            compare(event, after: last[event.customer])
            let key = EventReceiver.Key(customer: event.customer, sequence: event.sequence)
            compare(event, received.removeValue(forKey: key))
            last[event.customer] = event
        }
        for key in received.keys { log.problem("\(key) was received, and is no event") }
        log.count("events", rows.count)
        return last.mapValues(\.entitlements)
    }

    private func compare(_ event: Event, after former: Event?) {
        let name = "event \(event.sequence) of \(event.customer)"
        if event.sequence != (former?.sequence ?? 0) + 1 {
            log.problem("\(name) comes after \(former?.sequence ?? 0)")
        }
        let list = former?.entitlements ?? "{\"entitlements\":[]}"
        if event.cause.isEmpty, event.entitlements == list {
            log.problem("\(name) changes nothing")
        }
        // A late document may reverse a change, and another one may report it again.
        if !event.cause.isEmpty, event.cause == former?.cause {
            log.problem("\(name) tells again: \(event.cause)")
        }
    }

    private func compare(_ event: Event, _ received: EventReceiver.Event?) {
        let name = "event \(event.sequence) of \(event.customer)"
        guard let received else { return log.problem("\(name) was not received") }
        if received.id != event.id { log.problem("\(name) was sent as \(received.id)") }
        if received.bodies.count != 1 { log.problem("\(name) had bodies \(received.bodies)") }
        if received.bodies.contains(where: { !$0.contains(event.entitlements.dropFirst()) }) {
            log.problem("\(name) was sent with others: \(received.bodies)")
        }
        log.count("events sent again", received.count - 1)
    }
}
