import Driving
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Synchronization

/// Takes bytes for a catalog and does with it what an app can do; a trap anywhere is what is
/// looked for.
struct CatalogTarget {
    private let file: URL
    private let hosting: HostedContentUse

    init(_ folder: FuzzFolder) throws {
        file = folder.url.appendingPathComponent("catalog.storekit")
        hosting = try HostedContentUse(in: folder.url)
        let seed = HostedContentUse.seed
        try folder.add(seed: Array(seed.utf8), named: "hosted.json")
    }

    func take(_ text: Data) {
        // Only a hosted content file has this key.
        if text.range(of: Data("\"content\"".utf8)) != nil {
            do {
                _ = try hosting.take(text)
            } catch {
                fatalError("broken: what is hosted can be downloaded, \(error)")
            }
        }
        guard let use = CatalogUse(text) else { return }
        use.show()
        do {
            try use.buy()
            try text.write(to: file)
            let session = try SKTestSession(contentsOf: file)
            use.show(products(of: use.catalog))
            withExtendedLifetime(session) {}
        } catch {
            fatalError("broken: what loads can be sold, \(error)")
        }
    }

    /// Waits for the answer of the store in use, on the main thread, whose queue brings it.
    private func products(of catalog: Catalog) -> [SKProduct] {
        let request = SKProductsRequest(productIdentifiers: Set(catalog.products.map(\.id)))
        let asker = Asker()
        request.delegate = asker
        request.start()
        while true {
            if let products = asker.answer.withLock({ $0 }) { return products }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
    }
}

private final class Asker: NSObject, SKProductsRequestDelegate, Sendable {
    let answer = Mutex<[SKProduct]?>(nil)

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        answer.withLock { $0 = response.products }
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        fatalError("broken: a store that was opened has products, \(error)")
    }
}

/// Changes the structure of an input that is JSON, where libFuzzer's own changes would only break
/// its syntax.
///
/// libFuzzer calls it by this name, when a program has it (FuzzerInterface.h of LLVM).
@_cdecl("LLVMFuzzerCustomMutator")
func changeCatalog(
    _ bytes: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ capacity: Int,
    _ seed: CUnsignedInt
) -> Int {
    var random = SeededGenerator(seed: UInt64(seed))
    let input = Data(UnsafeBufferPointer(start: bytes, count: count))
    guard Int.random(in: 0..<8, using: &random) > 0, var tree = JSONTree(input) else {
        return FuzzRun.mutate(bytes, count: count, capacity: capacity)
    }
    for _ in 0...Int.random(in: 0...2, using: &random) {
        tree.changeAtRandom(using: &random)
    }
    let changed = Array(tree.text.utf8)
    guard changed.count <= capacity else {
        return FuzzRun.mutate(bytes, count: count, capacity: capacity)
    }
    bytes.update(from: changed, count: changed.count)
    return changed.count
}

/// SplitMix64, which libFuzzer seeds for each change.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
