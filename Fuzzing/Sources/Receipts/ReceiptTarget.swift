import AppReceipt
import Driving
import Foundation

/// Judges bytes as a receipt or a part of one, and ends the process if a promise is broken.
///
/// The first byte decides what the input is: `31` a content, `A0` a list of certificates, `A1`
/// signed attributes (both with the tag and length of a whole element), and everything else a whole
/// message.
struct ReceiptTarget: Sendable {
    let signer: Signer
    let seeds: [Seed]
    let roots: TrustedRoots
    /// Remembers its chains between the inputs, which must never change a verdict.
    let verifier: ReceiptVerifier

    init(_ folder: FuzzFolder) throws {
        signer = try Signer.stored(in: folder.url)
        seeds = try Seed.all(signer)
        roots = try TrustedRoots([signer.identity.rootCertificate])
        verifier = ReceiptVerifier(trustedRoots: roots, rules: [])
        for seed in seeds where verifier.judge(SignedReceipt(bytes: seed.message)).rule != nil {
            fatalError("the seed \(seed.name) is refused")
        }
    }

    func take(_ input: [UInt8]) {
        switch input.first {
        case 0x31: takeContent(input)
        case 0xA0: takeCertificates(input)
        case 0xA1: takeAttributes(input)
        default: expectSeed(in: input)
        }
    }

    /// The verdict, which is the same with and without a remembered chain.
    func judge(_ bytes: [UInt8]) -> ReceiptVerdict {
        let receipt = SignedReceipt(bytes: bytes)
        let verdict = verifier.judge(receipt)
        let fresh = ReceiptVerifier(trustedRoots: roots, rules: []).judge(receipt)
        guard fresh == verdict else { fatalError("remembered: \(verdict), fresh: \(fresh)") }
        guard case .verified(let verified) = verdict else { return verdict }
        guard (try? receipt.unverifiedContent()) == verified.content else {
            fatalError("the verified content is another than the unverified")
        }
        return verdict
    }

    /// Only the content of a seed may be accepted, with its signature and certificates.
    func expectSeed(in bytes: [UInt8]) {
        _ = try? SignedReceipt(bytes: bytes).unverifiedContent()
        guard case .verified(let receipt) = judge(bytes) else { return }
        let data = Data(bytes)
        let needed = signer.identity.certificates.dropLast()
        guard needed.allSatisfy({ data.range(of: Data($0)) != nil }) else {
            fatalError("false accept: other certificates")
        }
        for seed in seeds where seed.content == receipt.content {
            let isInPieces = bytes[1] == 0x80
            if data.range(of: Data(seed.signature)) != nil,
                isInPieces || data.range(of: Data(seed.payload)) != nil
            {
                return
            }
        }
        fatalError("false accept: another content or signature")
    }
}

extension ReceiptVerdict {
    /// The rule that was broken.
    var rule: Rule? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.rule
    }
}

extension ReceiptTarget {
    /// Decodes a content, and signs it if that succeeds, and some of the others.
    func takeContent(_ payload: [UInt8]) {
        var message = Message(payload, signer)
        let decoded = try? SignedReceipt(bytes: message.encoded()).unverifiedContent()
        guard decoded != nil || payload.reduce(0, { $0 &+ UInt($1) }) % 32 == 0 else { return }
        guard case .some = try? message.sign(with: signer) else { fatalError("no signature") }
        switch (judge(message.encoded()), decoded) {
        case (.verified(let receipt), .some(let content)):
            guard receipt.content == content else { fatalError("another content") }
            issueAgain(content)
        case (.refused(let refusal), nil):
            guard refusal.rule == .content else { fatalError("\(refusal)") }
        case (.refused(let refusal), .some(let content)):
            let isValid = (Moment.chainStart...Moment.chainEnd).contains(content.creationDate)
            guard refusal.rule == .validity, !isValid else { fatalError("\(refusal)") }
        case (.verified, nil):
            fatalError("false accept: a content that cannot be decoded")
        }
    }

    /// A decoded content can be issued and decoded again, and then issued with the same bytes.
    private func issueAgain(_ content: ReceiptContent) {
        let issuer = ReceiptIssuer(identity: signer.identity)
        guard let issued = try? issuer.issue(content), let decoded = try? issued.unverifiedContent()
        else { return }
        guard decoded.bundleIdentifier.utf8.elementsEqual(content.bundleIdentifier.utf8),
            decoded.appVersion.utf8.elementsEqual(content.appVersion.utf8),
            decoded.creationDate == content.creationDate.addingTimeInterval(-content.fraction),
            decoded.inAppPurchases.count == content.inAppPurchases.count,
            decoded.otherAttributes.count == content.otherAttributes.count
        else { fatalError("issued \(content) decodes as \(decoded)") }
        guard (try? issuer.issue(decoded)) == issued else {
            fatalError("issued twice, and differs")
        }
    }

    /// Puts certificates into a good receipt.
    func takeCertificates(_ element: [UInt8]) {
        let seed = seeds[0]
        var message = Message(seed.payload, signer)
        message.signature = seed.signature
        message.certificates = Array(content(of: element))
        expectSeed(in: message.encoded())
    }

    /// Puts signed attributes into a good receipt, and signs them if only the signature is wrong.
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

    /// The bytes after the tag and the length, even if the length is wrong.
    private func content(of element: [UInt8]) -> ArraySlice<UInt8> {
        guard element.count > 1 else { return [] }
        let size = element[1] > 0x80 ? Int(element[1] & 0x7F) : 0
        return element.dropFirst(2 + min(size, 4))
    }
}

extension ReceiptContent {
    /// The fraction of a second of the creation date, which issuing removes.
    fileprivate var fraction: TimeInterval {
        let seconds = creationDate.timeIntervalSince1970
        return seconds - seconds.rounded(.down)
    }
}
