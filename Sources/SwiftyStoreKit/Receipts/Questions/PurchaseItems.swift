/// The purchases of a table, each at its place: the server's list first, then the file.
struct PurchaseItems {
    let listed: [ReceiptItem]
    let filed: [ReceiptItem]

    subscript(place: Int) -> ReceiptItem {
        place < listed.count ? listed[place] : filed[place - listed.count]
    }

    /// The purchases at the places, without a copy where these are all of the list in its order.
    subscript(terms: [PurchaseTable.Term]) -> [ReceiptItem] {
        let isList =
            terms.count == listed.count && terms.indices.allSatisfy { terms[$0].place == $0 }
        return isList ? listed : terms.map { self[$0.place] }
    }
}
