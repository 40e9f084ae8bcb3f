import AppReceipt
import Foundation

/// A good receipt that the mutations start from, and what an accepted mutation must still hold.
struct Seed: Sendable {
    let name: String
    let content: ReceiptContent
    let payload: [UInt8]
    let signature: [UInt8]
    let message: [UInt8]

    /// Issues the content; with `sha1`, as receipts were before 2023.
    init(_ name: String, _ content: ReceiptContent, _ signer: Signer, sha1: Bool = false) throws {
        let issuer = ReceiptIssuer(identity: signer.identity, digest: sha1 ? .sha1 : .sha256)
        message = try issuer.issue(content).bytes
        payload = try Self.payload(of: message)
        signature = Array(message.suffix(256))
        self.name = name
        self.content = try SignedReceipt(bytes: message).unverifiedContent()
    }

    /// The same content in another message.
    init(_ name: String, _ seed: Seed, in message: Message) {
        self.name = name
        content = seed.content
        payload = seed.payload
        signature = message.signature
        self.message = message.encoded()
    }

    /// The bytes of the first SET that holds attributes and is not that of the digests.
    private static func payload(of message: [UInt8]) throws -> [UInt8] {
        for start in message.indices.dropLast(8)
        where message[start] == 0x31 && message[start + 1] >= 0x82 {
            let size = Int(message[start + 1] & 0x7F)
            let length = message[start + 2..<start + 2 + size].reduce(0) { $0 << 8 | Int($1) }
            return Array(message[start..<start + 2 + size + length])
        }
        throw CocoaError(.fileReadCorruptFile)
    }
}

extension Seed {
    /// Every form in which a receipt comes.
    static func all(_ signer: Signer) throws -> [Seed] {
        let small = try Seed("small", .small, signer)
        let full = try Seed("full", .full, signer)
        var pieces = Message(small.payload, signer)
        pieces.pieceSize = 100
        try pieces.sign(with: signer)
        var attributed = Message(small.payload, signer)
        attributed.attributes = attributed.neededAttributes
        try attributed.sign(with: signer)
        return [
            small, full, try Seed("sha1", .small, signer, sha1: true),
            try Seed("many", .many, signer), Seed("pieces", small, in: pieces),
            Seed("attributed", small, in: attributed),
        ]
    }
}

extension ReceiptContent {
    fileprivate static let small: ReceiptContent = {
        var content = ReceiptContent(
            type: .production,
            bundleIdentifier: "com.example.app",
            appVersion: "4.2.1",
            creationDate: Moment.created,
            inAppPurchases: [.seed(1)]
        )
        content.opaqueValue = Array(1...16)
        return content
    }()

    fileprivate static let full: ReceiptContent = {
        var content = small
        content.appIdentifier = 1_234_567_890
        content.ageRating = "4+"
        content.developerIdentifier = 7_654_321
        content.downloadIdentifier = 9_007_199_254_740_993
        content.versionExternalIdentifier = 861_234_567
        content.originalPurchaseDate = Moment.chainStart
        content.originalAppVersion = "1.0"
        content.preorderDate = Moment.chainStart
        content.expirationDate = Moment.chainEnd
        content.deviceHash = content.deviceHash(of: [1, 2, 3, 4, 5, 6])
        content.undocumented.bytes6 = [0x0C, 0x01, 0x41]
        content.undocumented.bytes7 = [0xFF, 0x00]
        content.undocumented.date8 = Moment.created
        content.undocumented.integer9 = 5400
        content.undocumented.integer13 = -112_233
        content.undocumented.integer14 = 214
        content.undocumented.integer25 = 3
        content.otherAttributes = [ReceiptAttribute(type: 99, version: 3, value: [1, 2, 3])]
        content.inAppPurchases = [.full]
        return content
    }()

    fileprivate static let many: ReceiptContent = {
        var content = small
        content.inAppPurchases = (0..<12).map { .seed($0) }
        return content
    }()
}

extension Receipt.InAppPurchase {
    fileprivate static func seed(_ number: Int) -> Self {
        Self(
            productIdentifier: "com.example.app.sub.\(number % 3)",
            transactionIdentifier: "\(100_000_000_000_000 + number)",
            purchaseDate: Moment.created - Double(number) * 86_400
        )
    }

    fileprivate static let full: Self = {
        var purchase = seed(7)
        purchase.originalTransactionIdentifier = "100000000000000"
        purchase.originalPurchaseDate = Moment.chainStart
        purchase.productKind = .autoRenewable
        purchase.expirationDate = Moment.chainEnd
        purchase.undocumented1710 = 1_234_567_890
        purchase.webOrderLineItemIdentifier = .max
        purchase.cancellationDate = Moment.created
        purchase.isTrialPeriod = true
        purchase.isInIntroductoryOfferPeriod = false
        purchase.cancellationReason = 1
        purchase.promotionalOfferIdentifier = "spring"
        purchase.undocumented1722 = 0
        return purchase
    }()
}
