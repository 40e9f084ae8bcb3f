import Foundation
import LocalAppStore

// The seats of another customer, which the app's server claims; the customer's own entries stay
// those of the journal.
extension StoreWorker {
    mutating func useSeats() throws {
        let team = try store.customers.acting(addingIfNeeded: "team")
        let subscription = try team.subscriptions.all().last
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10:
            var request = PaymentRequest(productID: HarnessSeats.productID)
            let group = try subscription.map { try team.seatGroups.group(of: $0.id) }
            request.seatCount = (group?.isActive == true ? group?.seatCount ?? 0 : 0) + 20
            try record(.buySeats) { try team.pay(request) }
        case 10..<80:
            guard let subscription else { return }
            let number = Int64.random(in: 1...HarnessSeats.largestNumber, using: &random)
            let request = HarnessSeats.request(number)
            try record(.claimSeat, [number]) {
                let claim = try team.seatGroups.claim(request, of: subscription.id)
                let again = try team.seatGroups.claim(request, of: subscription.id)
                guard claim.id != again.id else { return }
                try journal.add(.failure("request \(number) has two claims"))
            }
        case 80..<92:
            guard let subscription,
                let claim = try team.seatGroups.group(of: subscription.id).claims
                    .randomElement(using: &random)
            else { return }
            try record(.unclaimSeat) {
                try team.seatGroups.unclaim(claim.id, of: subscription.id)
            }
        default:
            guard let subscription else { return }
            try record(.refundSeats) {
                try team.refunds.refundSeats(1, of: subscription.entryID)
            }
        }
    }
}

/// The subscription with seats, and the requests for them.
enum HarnessSeats {
    static let productID = "harness.seats"
    static let largestNumber: Int64 = 1 << 40

    /// The identifier of a request with a number.
    static func request(_ number: Int64) -> UUID {
        let digits = String(number, radix: 16)
        let padding = String(repeating: "0", count: 12 - digits.count)
        return UUID(uuidString: "00000000-0000-0000-0000-\(padding)\(digits)") ?? UUID()
    }
}
