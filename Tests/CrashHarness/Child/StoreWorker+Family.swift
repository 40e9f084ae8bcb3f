import LocalAppStore

// Steps of the customer's family. The other customer gets shared purchases and buys nothing, so
// that the journal still matches the customer's own entries.
extension StoreWorker {
    mutating func useFamily() throws {
        let number = Int.random(in: 0..<100, using: &random)
        try record(.useFamily) {
            let member = try store.customers.acting(addingIfNeeded: "member")
            switch number {
            case 0..<30: try member.family.join(organizedBy: store.customerID)
            case 30..<40: try member.family.leave()
            case 40..<55: try store.family.setSharesPurchases(!store.customer.sharesPurchases)
            case 55..<85: try member.finish(member.unfinishedEntries().prefix(3).map(\.id))
            case 85..<95:
                try member.acknowledgeRevocations(member.undeliveredRevocations().map(\.id))
            default: try member.restore()
            }
        }
    }
}
