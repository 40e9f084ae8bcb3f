/// Collects the entries of the products that are asked for, each transaction once.
struct ReceiptEntryCollector {
    private(set) var entries: [ReceiptEntry] = []
    private(set) var unreadable = 0
    private let productIds: Set<String>?
    private let mayRepeat: Bool
    private var seen: Set<String> = []

    init(_ productIds: Set<String>?, mayRepeat: Bool) {
        self.productIds = productIds
        self.mayRepeat = mayRepeat
    }

    mutating func take(_ element: Any) {
        switch ReceiptEntry.read(element, productIds) {
        case .other: break
        case .unreadable: unreadable += 1
        case .entry(let entry): keep(entry)
        }
    }

    private mutating func keep(_ entry: ReceiptEntry) {
        if mayRepeat, !seen.insert(entry.item.transactionId).inserted { return }
        entries.append(entry)
    }
}
