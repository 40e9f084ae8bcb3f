#if os(Linux) || os(macOS)
import Crypto
import Foundation
import SwiftASN1
import Testing

@testable import AppReceipt

/// Verifies issued receipts with OpenSSL, if it is installed.
@Suite(.enabled(if: OpenSSL.tool != nil, "no openssl in the search path"))
struct OpenSSLTests {
    @Test(arguments: ReceiptDigest.allCases)
    func `OpenSSL accepts what was issued and sees the same content`(digest: ReceiptDigest) throws {
        let chain = try TestChain.good.get()
        let content = ReceiptContent.makeFull()
        let receipt = try chain.issuer(digest).issue(content)
        let output = try OpenSSL.verify(receipt, roots: [chain.identity().rootCertificate])
        #expect(output == (try PayloadEncoder(content: content).payload()))
    }

    @Test func `OpenSSL refuses what was issued below another root`() throws {
        let chain = try TestChain.good.get()
        let other = try TestChain.attacker.get()
        let receipt = try chain.issuer().issue(.make())
        #expect(try OpenSSL.verify(receipt, roots: [other.identity().rootCertificate]) == nil)
    }

    @Test(arguments: SeveralChains.cases.filter(\.isOpenSSLsVerdict))
    func `OpenSSL judges several chains alike`(row: SeveralChains) throws {
        let subject = try row.subject()
        for order in [subject.certificates, subject.certificates.reversed()] {
            let output = try OpenSSL.verify(subject.receipt(order), roots: subject.roots)
            #expect((output == nil) == (row.rule != nil))
        }
    }
}

/// Verifies signatures of promotional offers with OpenSSL, if it is installed.
@Suite(.enabled(if: OpenSSL.tool != nil, "no openssl in the search path"))
struct OpenSSLOfferTests {
    @Test(arguments: ["", "Ann"])
    func `OpenSSL verifies the signature of a promotional offer`(user: String) throws {
        let key = try PromotionalOfferKey.make()
        let message = PromotionalOfferSignature.Message.make(user: user)
        let signature = try PromotionalOfferSignature(signing: message, with: key)
        let bytes = try #require(Data(base64Encoded: signature.base64Encoded))
        let pem = OfferKeyText.pem()
        #expect(try OpenSSL.verify(bytes, of: message.data, privateKey: pem))
        #expect(try !OpenSSL.verify(bytes, of: message.data + [0], privateKey: pem))
    }
}

/// Verifies signatures of documents and requests with OpenSSL, if it is installed.
@Suite(.enabled(if: OpenSSL.tool != nil, "no openssl in the search path"))
struct OpenSSLJWSTests {
    @Test func `OpenSSL verifies the signature of a signed document`() throws {
        let chain = try JWSChain.good.get()
        let jws = try chain.issuer().issue(TransactionPayload.makeFull())
        let identity = try JWSSigningIdentity(
            certificates: chain.identity().certificates,
            key: chain.signer.key
        )
        let key = try #require(
            identity.pemRepresentation.components(separatedBy: "\n-----BEGIN C").first
        )
        try check(jws.compactSerialization, key)
    }

    @Test func `OpenSSL verifies the signature of a request for an offer`() throws {
        let offer = OfferRequestJWS.Offer.promotional(
            productIdentifier: "yearly",
            offerIdentifier: "winter"
        )
        let request = try OfferRequestJWS(signing: .make(offer), with: .make())
        try check(request.compactSerialization, OfferKeyText.pem())
    }

    private func check(_ text: String, _ privateKey: String) throws {
        let compact = try CompactJWS(Array(text.utf8))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: compact.signature)
        let (der, message) = (signature.derRepresentation, Data(compact.signedBytes))
        #expect(try OpenSSL.verify(der, of: message, privateKey: privateKey))
        #expect(try !OpenSSL.verify(der, of: message + [0], privateKey: privateKey))
    }
}

/// The command of OpenSSL, if it is installed.
enum OpenSSL {
    static let tool: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/openssl") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Whether OpenSSL verifies a signature with SHA-256 and the public part of a key in PEM.
    static func verify(_ signature: Data, of message: Data, privateKey: String) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["key", "signature", "message"].map(folder.appendingPathComponent)
        for (file, data) in zip(files, [Data(privateKey.utf8), signature, message]) {
            try data.write(to: file)
        }
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            "dgst", "-sha256", "-prverify", files[0].path, "-signature", files[1].path,
            files[2].path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// The content of a receipt that OpenSSL verified; `nil` if it refused it.
    static func verify(_ receipt: SignedReceipt, roots: [[UInt8]]) throws -> [UInt8]? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, anchor, output) = (
            folder.appendingPathComponent("receipt.der"), folder.appendingPathComponent("root.pem"),
            folder.appendingPathComponent("payload")
        )
        try Data(receipt.bytes).write(to: input)
        let anchors = roots.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString }
        try Data((anchors.joined(separator: "\n") + "\n").utf8).write(to: anchor)
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", input.path, "-CAfile",
            anchor.path, "-purpose", "any", "-attime",
            "\(Int(Moment.created.timeIntervalSince1970))", "-out", output.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(try Data(contentsOf: output)) : nil
    }
}
#endif
