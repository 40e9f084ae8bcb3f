import Foundation
import Testing
import _CryptoExtras

@testable import AppReceipt

@Suite struct ChainCacheTests {
    private let chain: TrustedChain

    init() throws {
        let key = try TestChain.good.get().signer.key.publicKey
        chain = TrustedChain(key: key, validities: [], isTestSigner: false)
    }

    @Test func `a chain is found by the exact octets of signer and intermediate`() {
        let cache = ChainCache()
        cache.insert(chain, from: [1, 2], by: [[3, 4], [5]], intermediate: 0)
        #expect(cache.chain(from: [1, 2], by: [[5], [3, 4]]) != nil)
        #expect(cache.chain(from: [1, 2], by: [[3, 4]]) != nil)
        #expect(cache.chain(from: [1, 2], by: [[9], [3, 4]]) == nil)
        #expect(cache.chain(from: [1, 2], by: [[5]]) == nil)
        #expect(cache.chain(from: [1, 3], by: [[3, 4]]) == nil)
        #expect(cache.chain(from: [1, 2], by: [[3, 5]]) == nil)
        #expect(cache.chain(from: [1, 2], by: []) == nil)
        #expect(cache.chain(from: [1], by: [[3, 4]]) == nil)
    }

    @Test func `the chain that was not asked for the longest time is forgotten`() {
        let cache = ChainCache(limit: 2)
        cache.insert(chain, from: [1], by: [[0]], intermediate: 0)
        cache.insert(chain, from: [2], by: [[0]], intermediate: 0)
        #expect(cache.chain(from: [1], by: [[0]]) != nil)
        cache.insert(chain, from: [3], by: [[0]], intermediate: 0)
        #expect(cache.count == 2)
        #expect(cache.chain(from: [2], by: [[0]]) == nil)
        #expect(cache.chain(from: [1], by: [[0]]) != nil)
    }

    @Test func `a chain is kept once`() {
        let cache = ChainCache()
        cache.insert(chain, from: [1], by: [], intermediate: nil)
        cache.insert(chain, from: [1], by: [], intermediate: nil)
        #expect(cache.count == 1)
        #expect(cache.chain(from: [1], by: []) != nil)
    }

    @Test func `only good chains are kept`() throws {
        let good = try TestChain.good.get()
        let verifier = try ReceiptVerifier.make(trusting: good)
        let forged = try TestChain.attacker.get().issuer().issue(.make())
        #expect(verifier.judge(forged).brokenRule == .chain)
        #expect(verifier.cache.count == 0)
    }

    @Test func `threads that verify at once get the same verdicts`() async throws {
        let good = try TestChain.good.get()
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
