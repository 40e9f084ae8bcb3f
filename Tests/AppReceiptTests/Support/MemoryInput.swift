@testable import AppReceipt

/// Octets that a careless reader pays more for than they are worth.
enum MemoryInput: String, CaseIterable, Codable, Sendable {
    case zeros, openSequences, tinyElements, manyCertificates, manyPurchases, smallPurchases
    case emptyPurchases, unknownAttributes, lengthBeyond, onePieceEach, signedPayload

    func octets() throws -> [UInt8] {
        switch self {
        case .zeros: Array(repeating: 0, count: 100_000_000)
        case .openSequences: many([0x30, 0x80], 50_000_000)
        case .tinyElements: DERWriter.fastSequence([many([0x05, 0x00], 1_500_000)])
        case .manyCertificates:
            try message { $0.certificates = Array(repeating: [0x30, 0x00], count: 100_000) }
        case .manyPurchases: try receipt(10_000) { "com.example.app.product.number.\($0)" }
        case .smallPurchases: try signed(many(smallPurchase, 10_000))
        case .emptyPurchases: try signed(many(Attribute.make(17, []), 100_000))
        case .unknownAttributes: try signed(many(Attribute.make(99, []), 100_000))
        case .lengthBeyond: [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]
        case .onePieceEach: try BERMessage(.makeFull()).encoded(pieceSize: 1)
        case .signedPayload: try signed(Attribute.make(99, many([0x5A], 15_000_000)))
        }
    }

    private func many(_ octets: [UInt8], _ count: Int) -> [UInt8] {
        var many: [UInt8] = []
        many.reserveCapacity(octets.count * count)
        // By doubling, because a loop over millions takes long where nothing is optimized.
        many += octets
        while 2 * many.count <= octets.count * count { many += many }
        return many + many.prefix(octets.count * count - many.count)
    }

    private func message(_ change: (inout Message) -> Void) throws -> [UInt8] {
        var message = try Message(TestChain.good.get())
        change(&message)
        return try message.receipt().bytes
    }

    private func signed(_ attributes: [UInt8]) throws -> [UInt8] {
        let required = Array(Attribute.required.joined())
        return try message { $0.payload = DERWriter.element(Tag.set, required + attributes) }
    }

    private func receipt(_ count: Int, product: (Int) -> String) throws -> [UInt8] {
        let purchases = (0..<count).map { number in
            Receipt.InAppPurchase.make(
                productIdentifier: product(number),
                transactionIdentifier: "\(100_000_000_000_000 + number)"
            )
        }
        return try TestChain.good.get().issuer().issue(.make(purchases: purchases)).bytes
    }

    /// A purchase of as few octets as possible.
    private var smallPurchase: [UInt8] {
        let attributes = [
            Attribute.make(1701, DERWriter.integer(1)), Attribute.make(1702, DERWriter.text("a")),
            Attribute.make(1703, DERWriter.text("1")),
            Attribute.make(1704, DERWriter.asciiText("2024-05-01T09:30:00Z")),
        ]
        return Attribute.make(17, DERWriter.element(Tag.set, Array(attributes.joined())))
    }
}
