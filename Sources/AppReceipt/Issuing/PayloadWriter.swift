import Foundation

/// Writes a receipt's content as the App Store does: a SET of attributes in DER's order.
///
/// What is not set is left out, or written as the empty text that receipts have in its place.
struct PayloadWriter {
    let content: ReceiptContent

    func payload() throws(ReceiptIssuer.Error) -> [UInt8] {
        var attributes = AttributeList()
        try writeApp(to: &attributes)
        try writeDates(to: &attributes)
        writeUndocumented(to: &attributes)
        for purchase in content.inAppPurchases {
            attributes.add(17, try PurchaseWriter(purchase: purchase).encoded())
        }
        attributes.add(content.otherAttributes)
        return DERWriter.set(try attributes.members())
    }

    private func writeApp(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        attributes.add(0, text: content.type?.rawValue)
        attributes.add(1, integer: content.appIdentifier)
        attributes.add(2, text: content.bundleIdentifier)
        attributes.add(3, text: content.appVersion)
        attributes.add(4, octets: content.opaqueValue, version: 2)
        attributes.add(5, octets: content.deviceHash)
        attributes.add(10, asciiText: content.ageRating)
        attributes.add(11, integer: content.developerIdentifier)
        attributes.add(15, integer: content.downloadIdentifier)
        attributes.add(16, integer: content.versionExternalIdentifier)
        attributes.add(19, text: content.originalAppVersion)
    }

    private func writeDates(to attributes: inout AttributeList) throws(ReceiptIssuer.Error) {
        try attributes.add(8, date: content.undocumented.date8, orEmpty: true)
        try attributes.add(12, date: content.creationDate)
        try attributes.add(18, date: content.originalPurchaseDate)
        try attributes.add(21, date: content.expirationDate)
        try attributes.add(32, date: content.preorderDate)
    }

    private func writeUndocumented(to attributes: inout AttributeList) {
        attributes.add(6, octets: content.undocumented.octets6)
        attributes.add(7, octets: content.undocumented.octets7)
        attributes.add(9, integer: content.undocumented.integer9)
        attributes.add(13, integer: content.undocumented.integer13)
        attributes.add(14, integer: content.undocumented.integer14)
        attributes.add(20, text: content.undocumented.text20 ?? "")
        attributes.add(25, integer: content.undocumented.integer25)
    }
}
