import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Seats over the control API", .timeLimit(.minutes(10)))
struct ControlSeatTests {
    @Test("Members are invited, join, leave and are removed")
    func members() async throws {
        let store = try Store.makeWithSeats()
        let entry = try store.buySeats(3)
        let ann = try store.customers.acting(addingIfNeeded: "Ann")
        try await ControlClient.run(store) { client in
            let path = "/subscriptions/\(entry.id)/seats"
            let invited = try await client.ask("POST", "\(path)/invite")
            #expect(invited.body["invitation"]?.text?.count == 36)
            let accept = "/customers/\(ann.customerID)/accept-invitation"
            let body = #"{"transactionID":\#(entry.id)}"#
            #expect(try await client.ask("POST", accept, body).body["name"] == .string("Ann"))
            let group = try await client.get(path)
            #expect(group.all("members", "customer") == [.string("Ann")])
            #expect(group["seatCount"] == .number("3"))
            #expect(group["availableSeatCount"] == .number("1"))
            let own = try #require(try ann.entries().last)
            let leave = #"{"transactionID":\#(own.id)}"#
            _ = try await client.ask("POST", "/customers/\(ann.customerID)/leave-group", leave)
            #expect(try await client.get(path)["members"] == .array([]))
            let member = #"{"customerID":\#(ann.customerID)}"#
            let assigned = try await client.ask("POST", "\(path)/assign", member)
            #expect(assigned.body["isOrganization"] == .bool(true))
            let removed = try await client.ask("POST", "\(path)/remove-member", member)
            #expect(removed.body["members"] == .array([]))
            let again = try await client.refusal("POST", "\(path)/remove-member", member)
            #expect(again == "409 unsuitableCustomer")
        }
    }

    @Test("Seats are claimed, associated and unclaimed, also by the request")
    func claims() async throws {
        let store = try Store.makeWithSeats(invitations: .developer)
        let entry = try store.buySeats(2)
        try await ControlClient.run(store) { client in
            let path = "/subscriptions/\(entry.id)/seats"
            let request = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
            let body = #"{"requestIdentifier":"\#(request)"}"#
            let claimed = try await client.ask("POST", "\(path)/claim", body)
            #expect(claimed.body.all("claims", "requestIdentifier") == [.string(request)])
            #expect(try await client.refusal("POST", "\(path)/claim") == "409 refusedRequest")
            let associate = #"{"claim":"\#(request)","customerID":1}"#
            let associated = try await client.ask("POST", "\(path)/associate", associate)
            #expect(associated.body.all("claims", "customerID") == [.number("1")])
            let unclaim = #"{"claim":"\#(request)"}"#
            let unclaimed = try await client.ask("POST", "\(path)/unclaim", unclaim)
            #expect(unclaimed.body["claims"] == .array([]))
            let invite = try await client.refusal("POST", "\(path)/invite")
            #expect(invite == "409 unsuitableTransaction")
        }
    }

    @Test("A subscription without seats has no group")
    func refused() async throws {
        let store = try Store.make()
        let entry = try store.pay("monthly")
        try await ControlClient.run(store) { client in
            let path = "/subscriptions/\(entry.id)/seats"
            #expect(try await client.refusal("GET", path) == "409 unsuitableTransaction")
            let accept = "/customers/1/accept-invitation"
            let unknown = try await client.refusal("POST", accept, #"{"transactionID":9}"#)
            #expect(unknown == "404 unknownTransaction")
            let other = try await client.refusal("GET", "/subscriptions/9/seats")
            #expect(other == "404 unknownSubscription")
        }
    }
}
