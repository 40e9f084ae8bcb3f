/// What was read of a receipt's lists, in their order: a table to ask and what is kept for answers.
struct ReadPurchases<Kept> {
    typealias Read = (ReceiptFields, PurchaseIdentity) -> ReadPurchase<Kept>

    var table: PurchaseTable
    private(set) var kept: [Kept] = []
    private(set) var unreadable = 0
    private let wanted: WantedProducts
    private let keepsRepeats: Bool

    /// Begins what reads the products that are asked for.
    ///
    /// A repeated transaction of them is left out, because it answers nothing, unless it is to be
    /// kept.
    init(_ wanted: WantedProducts, keepsRepeats: Bool, mayRepeat: Bool) {
        self.wanted = wanted
        self.keepsRepeats = keepsRepeats
        table = PurchaseTable(mayRepeat: mayRepeat)
    }

    mutating func reserve(_ count: Int) {
        guard case .all = wanted else { return }
        table.reserve(count)
        kept.reserveCapacity(count)
    }

    mutating func take(_ list: ReceiptList, _ read: Read) {
        list.forEach { fields in
            guard let fields, let productId = fields.string(.productId) else {
                unreadable += 1
                return
            }
            guard wants(productId) else { return }
            guard let identity = PurchaseIdentity(fields, productId) else {
                unreadable += 1
                return
            }
            keep(fields, identity, read)
        }
    }

    private func wants(_ productId: String) -> Bool {
        // Most often it is the product of the purchase before, and to hash it takes longer.
        table.products.last == productId || wanted.contains(productId)
    }

    private mutating func keep(_ fields: ReceiptFields, _ identity: PurchaseIdentity, _ read: Read)
    {
        let earlier = table.earlier(identity.transactionId)
        guard keepsRepeats || !table.has(identity.productId, from: earlier) else { return }
        let purchase = read(fields, identity)
        table.append(identity, purchase.expirationDate, purchase.marks, earlier: earlier)
        kept.append(purchase.kept)
    }
}

extension ReadPurchases {
    /// Reads both lists, where they are there.
    init(
        listed: ReceiptList?,
        filed: ReceiptList?,
        _ wanted: WantedProducts,
        keepsRepeats: Bool = false,
        _ read: Read
    ) {
        let (listedCount, filedCount) = (listed?.count ?? 0, filed?.count ?? 0)
        let mayRepeat = listedCount > 0 && filedCount > 0
        self.init(wanted, keepsRepeats: keepsRepeats, mayRepeat: mayRepeat)
        reserve(listedCount + filedCount)
        if let listed {
            take(listed, read)
            table.endListed()
        }
        if let filed {
            take(filed, read)
            table.endFiled()
        }
    }
}
