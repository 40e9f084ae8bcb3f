import Foundation
import Testing
import _CryptoExtras

@testable import AppReceipt

@Suite struct ChainCacheTests {
    private let good: TestChain
    private let chain: TrustedChain
    private let signedData: CMSSignedData

    init() throws {
        good = try TestChain.good.get()
        chain = TrustedChain(key: good.signer.key.publicKey, paths: [])
        signedData = try Self.signedData(good.identity())
    }

    /// The message of a receipt with these certificates; those of the identity where `nil`.
    private static func signedData(
        _ identity: SigningIdentity,
        _ certificates: [[UInt8]]? = nil
    ) throws -> CMSSignedData {
        var message = Message(identity, payload: try PayloadEncoder(content: .make()).payload())
        message.certificates = certificates ?? identity.certificates
        return try CMSSignedDataDecoder(message: message.receipt().bytes).decode()
    }

    /// The message of a receipt of the good key with a renewed certificate.
    private func renewed(_ renewal: Renewal) throws -> CMSSignedData {
        var renewed = good
        renewed.signer = try renewal.signer()
        return try Self.signedData(renewed.identity())
    }

    @Test func `a chain is found by the exact bytes of the certificates in their order`() throws {
        let cache = ChainCache()
        cache.insert(chain, for: signedData, signer: 0)
        #expect(cache.cachedChain(for: signedData) != nil)
        let identity = try good.identity()
        let certificates = identity.certificates
        var changed = certificates
        changed[2][changed[2].count - 1] ^= 1
        let stranger = try TestChain.attacker.get().intermediate.encoded()
        let others: [[[UInt8]]] = [
            certificates.reversed(), changed, certificates + [stranger],
            Array(certificates.dropLast()), [certificates[0]], [],
        ]
        for other in others {
            #expect(cache.cachedChain(for: try Self.signedData(identity, other)) == nil)
        }
    }

    @Test func `a chain is found by the issuer and serial number that the signer names`() throws {
        let cache = ChainCache()
        cache.insert(chain, for: signedData, signer: 0)
        var stranger = good
        stranger.signer = try Renewal.present.signer()
        let other = try Self.signedData(stranger.identity(), good.identity().certificates)
        #expect(cache.cachedChain(for: other) == nil)
        #expect(cache.cachedChain(for: signedData) != nil)
    }

    @Test func `certificates in another order push out no chain`() throws {
        let identity = try good.identity()
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let all = try orders.map { order in
            try Self.signedData(identity, order.map { identity.certificates[$0] })
        }
        let cache = ChainCache()
        for (order, message) in zip(orders, all) {
            #expect(cache.cachedChain(for: message) == nil)
            cache.insert(chain, for: message, signer: order.firstIndex(of: 0) ?? 0)
        }
        #expect(cache.count == orders.count)
        for message in all { #expect(cache.cachedChain(for: message) != nil) }
        cache.insert(chain, for: all[0], signer: 0)
        #expect(cache.count == orders.count)
    }

    @Test func `a few chains of a signer are stored, and none of another signer is lost`() throws {
        let cache = ChainCache(limit: 64, signerLimit: 2)
        let other = try renewed(.past)
        cache.insert(chain, for: other, signer: 0)
        let identity = try good.identity()
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2]] {
            let message = try Self.signedData(identity, order.map { identity.certificates[$0] })
            cache.insert(chain, for: message, signer: order.firstIndex(of: 0) ?? 0)
        }
        #expect(cache.count == 3)
        #expect(cache.cachedChain(for: other) != nil)
        #expect(cache.cachedChain(for: signedData) == nil)
    }

    @Test func `the least recently used chain is removed`() throws {
        let cache = ChainCache(limit: 2)
        let (second, third) = (try renewed(.past), try renewed(.coming))
        cache.insert(chain, for: signedData, signer: 0)
        cache.insert(chain, for: second, signer: 0)
        #expect(cache.cachedChain(for: signedData) != nil)
        cache.insert(chain, for: third, signer: 0)
        #expect(cache.count == 2)
        #expect(cache.cachedChain(for: second) == nil)
        #expect(cache.cachedChain(for: signedData) != nil)
    }

    @Test func `the chain of a test signer without issuers is stored once`() throws {
        let signer = try good.identity().certificates[0]
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([], testSigners: [signer]),
            rules: []
        )
        var message = try Message(good)
        message.payload = try PayloadEncoder(content: .make(type: .xcode)).payload()
        message.certificates = [signer]
        let receipt = try message.receipt()
        #expect(verifier.judge(receipt).brokenRule == nil)
        #expect(verifier.judge(receipt).brokenRule == nil)
        #expect(verifier.cache.count == 1)
    }

    @Test func `only good chains are stored`() throws {
        let verifier = try ReceiptVerifier.make(trusting: good)
        let forged = try TestChain.attacker.get().issuer().issue(.make())
        #expect(verifier.judge(forged).brokenRule == .chain)
        #expect(verifier.cache.count == 0)
    }

    @Test func `dates are judged again when the chain is remembered`() throws {
        let verifier = try ReceiptVerifier.make(trusting: good)
        let issuer = try good.issuer()
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
        let late = try issuer.issue(.make(creationDate: Moment.chainEnd + 1))
        #expect(verifier.judge(late).brokenRule == .validity)
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
    }

    @Test func `threads that verify at once get the same verdicts`() async throws {
        let verifier = try ReceiptVerifier.make(trusting: good)
        let receipt = try good.issuer().issue(.make())
        let forged = try TestChain.attacker.get().issuer().issue(.make())
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let isGood = number.isMultiple(of: 2)
                    let verdict = verifier.judge(isGood ? receipt : forged)
                    return (verdict.brokenRule == nil) == isGood
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(verifier.cache.count == 1)
    }
}
