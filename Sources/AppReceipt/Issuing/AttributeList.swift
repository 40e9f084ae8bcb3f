import Foundation

/// Collects the attributes of a receipt or a purchase.
struct AttributeList {
    private var attributes: [ReceiptAttribute] = []

    func has(_ type: Int) -> Bool { attributes.contains { $0.type == type } }

    mutating func add(_ type: Int, _ value: [UInt8], version: Int = 1) {
        attributes.append(ReceiptAttribute(type: type, version: version, value: value))
    }

    mutating func add(_ others: [ReceiptAttribute]) { attributes += others }

    mutating func add(_ type: Int, integer: Int64?) {
        if let integer { add(type, DERWriter.integer(integer)) }
    }

    mutating func add(_ type: Int, text: String?) {
        if let text { add(type, DERWriter.text(text)) }
    }

    mutating func add(_ type: Int, asciiText: String?) {
        if let asciiText { add(type, DERWriter.asciiText(asciiText)) }
    }

    mutating func add(_ type: Int, octets: [UInt8], version: Int = 1) {
        if !octets.isEmpty { add(type, octets, version: version) }
    }

    mutating func add(
        _ type: Int,
        date: Date?,
        orEmpty: Bool = false
    ) throws(ReceiptIssuer.Error) {
        guard let date else {
            if orEmpty { add(type, asciiText: "") }
            return
        }
        guard let text = ReceiptDate.format(date) else {
            throw .unrepresentableDate(attribute: type)
        }
        add(type, asciiText: text)
    }

    /// The encodings, once no attribute is there that a reader would refuse.
    func members() throws(ReceiptIssuer.Error) -> [[UInt8]] {
        var members: [[UInt8]] = []
        members.reserveCapacity(attributes.count)
        for attribute in attributes {
            guard 0...Int(Int32.max) ~= attribute.type, 0...Int(Int32.max) ~= attribute.version
            else { throw .unrepresentableAttribute(type: attribute.type) }
            members.append(encoded(attribute))
        }
        return members
    }

    private func encoded(_ attribute: ReceiptAttribute) -> [UInt8] {
        DERWriter.sequence([
            DERWriter.integer(Int64(attribute.type)),
            DERWriter.integer(Int64(attribute.version)),
            DERWriter.octetString(attribute.value),
        ])
    }
}
