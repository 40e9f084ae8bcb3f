import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import TestSupport
import Testing

extension StoreInUse {
    @Suite("Random catalogs")
    struct RandomCatalogTests {
        @Test(
            "Random catalogs are refused, or their products can be shown and bought",
            arguments: TestVolume.sample(0..<12 as Range<UInt64>, every: 4)
        )
        func changed(seed: UInt64) async throws {
            var random = SplitMix64(seed: seed)
            let folder = try TemporaryFolder()
            var loaded = 0
            for number in 0..<40 {
                var tree = try #require(Self.trees.randomElement(using: &random))
                // A single change is likely to load; several reach more code.
                for _ in 0...number / 20 * Int.random(in: 0...3, using: &random) {
                    tree.changeAtRandom(using: &random)
                }
                let text = Data(tree.text.utf8)
                guard let use = CatalogUse(text) else { continue }
                loaded += 1
                let file = folder.file("\(number).storekit")
                try text.write(to: file)
                try await Self.use(use, in: file)
            }
            #expect(loaded > 0)
        }

        @Test(
            "Random files of hosted content are refused, or their content can be downloaded",
            arguments: 0..<4 as Range<UInt64>
        )
        func hosted(seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            let folder = try TemporaryFolder()
            let hosting = try HostedContentUse(in: folder.url)
            let seed = try #require(JSONTree(Data(HostedContentUse.seed.utf8)))
            var accepted = try hosting.take(Data(seed.text.utf8)) ? 1 : 0
            for _ in 0..<60 {
                var tree = seed
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    tree.changeAtRandom(using: &random)
                }
                accepted += try hosting.take(Data(tree.text.utf8)) ? 1 : 0
            }
            #expect(accepted > 1)
        }

        @Test("Nesting, numbers and texts of any size are handled")
        func sizes() throws {
            let deep = String(repeating: "[", count: 100_000)
            #expect(CatalogUse(Data("{\"a\":\(deep)".utf8)) == nil)
            let number = String(repeating: "9", count: 1_000_000)
            #expect(CatalogUse(Data("{\"version\":{\"major\":\(number)}}".utf8)) == nil)
            let name = String(repeating: "n", count: TestVolume.count(100_000, all: 1_000_000))
            let product =
                "{\"productID\":\"\(name)\",\"type\":\"Consumable\",\"displayPrice\":\"1\"}"
            let use = try #require(CatalogUse(Data("{\"products\":[\(product)]}".utf8)))
            use.show()
            try use.buy()
        }

        private static let trees: [JSONTree] = {
            let fixtures = SampleProducts.file.deletingLastPathComponent()
            let kiosk = fixtures.deletingLastPathComponent()
                .appendingPathComponent("StoreKitTestTests/Resources/Kiosk.storekit")
            let names = ["Products.storekit", "Subscription.storekit"]
            let plans = fixtures.deletingLastPathComponent()
                .appendingPathComponent("ParityTests/Resources/Plans.storekit")
            return (names.map(fixtures.appendingPathComponent) + [kiosk, plans])
                .compactMap { try? Data(contentsOf: $0) }.compactMap(JSONTree.init)
        }()

        private static func use(_ use: CatalogUse, in file: URL) async throws {
            use.show()
            let session = try SKTestSession(contentsOf: file)
            let identifiers = use.catalog.products.map(\.id)
            let products = try await ProductsLoader.products(Set(identifiers))
            #expect(products.isEmpty == identifiers.isEmpty)
            use.show(products)
            try use.buy()
            withExtendedLifetime(session) {}
        }
    }
}
