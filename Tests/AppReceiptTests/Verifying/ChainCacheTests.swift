import Foundation
import Testing
import _CryptoExtras

@testable import AppReceipt

@Suite struct ChainCacheTests {
    private let chain: TrustedChain

    init() throws {
        chain = try Self.chain([0])
    }

    /// A chain with a path by way of each of these.
    private static func chain(_ intermediates: ArraySlice<UInt8>?...) throws -> TrustedChain {
        let key = try TestChain.good.get().signer.key.publicKey
        let paths = intermediates.map { TrustedChain.Path(intermediate: $0, validities: []) }
        return TrustedChain(key: key, paths: paths, isTestSigner: false)
    }

    @Test func `a chain is found by the exact octets of signer and intermediate`() throws {
        let cache = ChainCache()
        cache.insert(try Self.chain([3, 4]), from: [1, 2], by: [[3, 4], [5]])
        #expect(cache.chain(from: [1, 2], by: [[5], [3, 4]]) != nil)
        #expect(cache.chain(from: [1, 2], by: [[3, 4]]) != nil)
        #expect(cache.chain(from: [1, 2], by: [[9], [3, 4]]) == nil)
        #expect(cache.chain(from: [1, 2], by: [[5]]) == nil)
        #expect(cache.chain(from: [1, 3], by: [[3, 4]]) == nil)
        #expect(cache.chain(from: [1, 2], by: [[3, 5]]) == nil)
        #expect(cache.chain(from: [1, 2], by: []) == nil)
        #expect(cache.chain(from: [1], by: [[3, 4]]) == nil)
    }

    @Test func `only the paths by way of the receipt's certificates are found`() throws {
        let cache = ChainCache()
        cache.insert(try Self.chain([3], [4]), from: [1], by: [[3], [4], [5]])
        func intermediates(_ others: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>?]? {
            cache.chain(from: [1], by: others)?.paths.map(\.intermediate)
        }
        #expect(intermediates([[5], [4], [3]]) == [[3], [4]])
        #expect(intermediates([[4], [5]]) == [[4]])
        #expect(intermediates([[3]]) == [[3]])
        #expect(intermediates([[5]]) == nil)
    }

    @Test func `a later chain of a signer takes the place of the one before`() throws {
        let cache = ChainCache()
        cache.insert(try Self.chain([3]), from: [1], by: [[3]])
        cache.insert(try Self.chain([4]), from: [1], by: [[4]])
        #expect(cache.count == 1)
        #expect(cache.chain(from: [1], by: [[4]]) != nil)
        #expect(cache.chain(from: [1], by: [[3]]) == nil)
    }

    @Test func `the chain that was not asked for the longest time is forgotten`() {
        let cache = ChainCache(limit: 2)
        cache.insert(chain, from: [1], by: [[0]])
        cache.insert(chain, from: [2], by: [[0]])
        #expect(cache.chain(from: [1], by: [[0]]) != nil)
        cache.insert(chain, from: [3], by: [[0]])
        #expect(cache.count == 2)
        #expect(cache.chain(from: [2], by: [[0]]) == nil)
        #expect(cache.chain(from: [1], by: [[0]]) != nil)
    }

    @Test func `a chain without intermediate is kept once`() throws {
        let cache = ChainCache()
        cache.insert(try Self.chain(nil), from: [1], by: [])
        cache.insert(try Self.chain(nil), from: [1], by: [])
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
