import AppReceipt
import Foundation

extension ReceiptTarget {
    /// Reads a content, and signs what can be read, and some of the rest.
    func takeContent(_ payload: [UInt8]) {
        var message = Message(payload, signer)
        let read = try? SignedReceipt(bytes: message.encoded()).unverifiedContent()
        guard read != nil || payload.reduce(0, { $0 &+ UInt($1) }) % 32 == 0 else { return }
        guard case .some = try? message.sign(with: signer) else { fatalError("no signature") }
        switch (judge(message.encoded()), read) {
        case (.verified(let receipt), .some(let content)):
            guard receipt.content == content else { fatalError("another content") }
            issueAgain(content)
        case (.refused(let refusal), nil):
            guard refusal.rule == .content else { fatalError("\(refusal)") }
        case (.refused(let refusal), .some(let content)):
            let isValid = (Moment.chainStart...Moment.chainEnd).contains(content.creationDate)
            guard refusal.rule == .validity, !isValid else { fatalError("\(refusal)") }
        case (.verified, nil):
            fatalError("false accept: a content that cannot be read")
        }
    }

    /// What was read can be issued and says the same then; once issued, it is issued in the same
    /// octets again.
    private func issueAgain(_ content: ReceiptContent) {
        let issuer = ReceiptIssuer(identity: signer.identity)
        guard let issued = try? issuer.issue(content), let read = try? issued.unverifiedContent()
        else { return }
        guard read.bundleIdentifier.utf8.elementsEqual(content.bundleIdentifier.utf8),
            read.appVersion.utf8.elementsEqual(content.appVersion.utf8),
            read.creationDate == content.creationDate.addingTimeInterval(-content.fraction),
            read.inAppPurchases.count == content.inAppPurchases.count,
            read.otherAttributes.count == content.otherAttributes.count
        else { fatalError("issued \(content) reads as \(read)") }
        guard (try? issuer.issue(read)) == issued else { fatalError("issued twice, and differs") }
    }

    /// Puts certificates into a good receipt.
    func takeCertificates(_ element: [UInt8]) {
        let seed = seeds[0]
        var message = Message(seed.payload, signer)
        message.signature = seed.signature
        message.certificates = Array(content(of: element))
        expectSeed(in: message.encoded())
    }

    /// Puts signed attributes into a good receipt, and signs them where nothing else speaks against
    /// them.
    func takeAttributes(_ element: [UInt8]) {
        let seed = seeds[0]
        var message = Message(seed.payload, signer)
        message.attributes = Array(content(of: element))
        guard judge(message.encoded()).rule == .signature else { return }
        guard case .some = try? message.sign(with: signer) else { fatalError("no signature") }
        guard case .verified(let receipt) = judge(message.encoded()) else {
            fatalError("good attributes are refused")
        }
        guard receipt.content == seed.content else { fatalError("false accept") }
        let digest = message.neededAttributes.suffix(32)
        guard Data(element).range(of: Data(digest)) != nil else {
            fatalError("false accept: another digest")
        }
    }

    /// What follows the tag and the length, whether or not the length is true.
    private func content(of element: [UInt8]) -> ArraySlice<UInt8> {
        guard element.count > 1 else { return [] }
        let size = element[1] > 0x80 ? Int(element[1] & 0x7F) : 0
        return element.dropFirst(2 + min(size, 4))
    }
}

extension ReceiptContent {
    /// The part of the creation's second that no issued receipt holds.
    fileprivate var fraction: TimeInterval {
        let seconds = creationDate.timeIntervalSince1970
        return seconds - seconds.rounded(.down)
    }
}
