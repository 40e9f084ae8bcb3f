import Foundation

/// The purchases of a receipt as the questions see them, the server's list first.
///
/// The rules are here once, for receipts in types and for dictionaries: they answer with places in
/// the table.
struct PurchaseTable: Equatable, Sendable {
    private(set) var facts: [PurchaseFact] = []
    /// The products, each at the place that its facts name.
    private(set) var products: [String] = []
    /// How many of the facts the server lists; nil if it has no list.
    private(set) var listedCount: Int?
    private(set) var hasFile = false
    /// The places by ends, the last end first, where nothing ends by purchases; empty unless
    /// sorted.
    private(set) var order: [Int32] = []
    /// The products' places, once there are too many to compare them one by one.
    private var places: [String: Int32] = [:]
    private var latest: TextPlaces?

    /// Begins an empty table; a transaction `mayRepeat` if both lists have something.
    init(mayRepeat: Bool) {
        latest = mayRepeat ? TextPlaces() : nil
    }

    mutating func reserve(_ count: Int) {
        facts.reserveCapacity(count)
        latest?.reserve(count)
    }

    /// The nearest purchase so far that has the transaction's number, if numbers may repeat; -1 if
    /// there is none.
    func earlier(_ transactionId: String) -> Int32 {
        latest?[transactionId] ?? -1
    }

    mutating func append(
        _ identity: PurchaseIdentity,
        _ expirationDate: Date?,
        _ marks: PurchaseMarks,
        earlier: Int32
    ) {
        _ = latest?.update(identity.transactionId, to: Int32(facts.count))
        facts.append(
            PurchaseFact(
                product: product(identity.productId),
                earlier: earlier,
                purchaseDate: identity.purchaseDate,
                expirationDate: expirationDate,
                marks: marks
            )
        )
    }

    mutating func endListed() {
        listedCount = facts.count
    }

    /// Ends the table; what helped to find repeated transactions is no longer needed.
    mutating func endFiled() {
        hasFile = true
        latest = nil
    }

    /// Remembers the order of ends, for a table that is asked often.
    mutating func sort() {
        let ends = facts.map { $0.expirationDate ?? $0.purchaseDate }
        order = facts.indices.map { Int32($0) }
        order.sort { (one, other) in
            let (end, otherEnd) = (ends[Int(one)], ends[Int(other)])
            return end == otherEnd ? one < other : end > otherEnd
        }
    }

    /// The products that are asked for; nil asks for all.
    func asked(_ productIds: Set<String>?) -> AskedProducts {
        guard let productIds else { return AskedProducts(count: products.count, isAsked: true) }
        var asked = AskedProducts(count: products.count)
        if products.count < productIds.count {
            for (place, id) in products.enumerated() where productIds.contains(id) {
                asked.insert(Int32(place))
            }
        } else {
            for id in productIds { if let place = place(id) { asked.insert(place) } }
        }
        return asked
    }

    /// The product's place; nil if there is no purchase of it.
    func place(_ productId: String) -> Int32? {
        guard places.isEmpty else { return places[productId] }
        return products.firstIndex(of: productId).map { Int32($0) }
    }

    /// Whether the purchase is the first of its transaction.
    func isFirst(_ fact: PurchaseFact) -> Bool {
        !has(products[Int(fact.product)], from: fact.earlier)
    }

    /// Whether a purchase of the product is among those of one transaction, from its nearest one
    /// on.
    ///
    /// One number with two products is two purchases, so that the answer for one product hangs on
    /// no other.
    func has(_ productId: String, from earlier: Int32) -> Bool {
        var earlier = earlier
        while earlier >= 0 {
            let fact = facts[Int(earlier)]
            if products[Int(fact.product)] == productId { return true }
            earlier = fact.earlier
        }
        return false
    }

    private mutating func product(_ id: String) -> Int32 {
        if let last = facts.last?.product, products[Int(last)] == id { return last }
        if let place = place(id) { return place }
        let place = Int32(products.count)
        products.append(id)
        if !places.isEmpty {
            places[id] = place
        } else if products.count > TextPlaces.few {
            for (place, id) in products.enumerated() { places[id] = Int32(place) }
        }
        return place
    }
}
