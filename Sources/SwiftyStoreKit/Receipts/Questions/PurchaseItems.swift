/// The purchases of a table, each at its place: the server's list first, then the file.
struct PurchaseItems {
    let listed: [ReceiptItem]
    let filed: [ReceiptItem]

    subscript(place: Int) -> ReceiptItem {
        place < listed.count ? listed[place] : filed[place - listed.count]
    }
}
