/// The products whose purchases are read.
enum WantedProducts {
    case all
    // One is compared, which is faster than to hash it.
    case one(String)
    case some(Set<String>)

    init(_ productIds: Set<String>?) {
        guard let productIds else {
            self = .all
            return
        }
        if productIds.count == 1, let id = productIds.first {
            self = .one(id)
        } else {
            self = .some(productIds)
        }
    }

    func contains(_ productId: String) -> Bool {
        switch self {
        case .all: true
        case .one(let id): id == productId
        case .some(let ids): ids.contains(productId)
        }
    }
}
