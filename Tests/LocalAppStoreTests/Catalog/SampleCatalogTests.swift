import Foundation
import LocalAppStore
import Testing

@Suite(
    "Sample catalogs",
    .enabled(if: SampleCatalogs() != nil, "the samples are not beside the checkout")
)
struct SampleCatalogTests {
    @Test("Every sample has the counts in the index")
    func counts() throws {
        let samples = try #require(SampleCatalogs())
        let read = try samples.files.map { url in
            SampleCatalogs.Row(
                fileName: url.lastPathComponent,
                catalog: try Catalog(contentsOf: url)
            )
        }
        let expected = try samples.rows
        #expect(!expected.isEmpty)
        #expect(
            read.sorted { $0.fileName < $1.fileName }
                == expected.sorted { $0.fileName < $1.fileName }
        )
    }

    @Test("Files from Xcode have no unknown keys")
    func unknownKeys() throws {
        let samples = try #require(SampleCatalogs())
        for file in try samples.files {
            let texts = try Catalog(contentsOf: file).warnings.map(\.text)
            #expect(!texts.contains { $0.contains("unknown") }, "\(file.lastPathComponent)")
        }
    }
}

extension SampleCatalogTests {
    @Test("Everything in every sample can be bought, lives a year, and is restored")
    func year() throws {
        for url in try #require(SampleCatalogs()).files {
            let catalog = try Catalog(contentsOf: url)
            let store = try Store.make(catalog)
            // A sample may plan failures, and a rate that is too fast for a year.
            try store.updateSettings { $0 = StoreSettings() }
            for product in catalog.products {
                let entry = try store.pay(product.id)
                #expect(entry.failure == nil, "\(url.lastPathComponent): \(product.id)")
            }
            store.clock.advance(by: .days(366))
            let entries = try store.entries()
            let periods = entries.filter { $0.state == .purchased && $0.expirationDate != nil }
            let active = try store.subscriptions.all().filter { $0.isEntitled(at: store.clock.now) }
            let groups = Set(catalog.products.compactMap(\.subscription?.groupID))
            #expect(active.count == groups.count, "\(url.lastPathComponent)")
            let owned = catalog.products.count { $0.kind == .nonConsumable }
            #expect(try store.restore().count == owned + periods.count)
        }
    }
}

@Suite("The fixture Products.storekit")
struct ProductsFixtureTests {
    private static let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Products.storekit").standardized

    @Test("The package's own files have no warnings", arguments: ["Products", "Subscription"])
    func warnings(name: String) throws {
        let file = Self.url.deletingLastPathComponent().appending(path: "\(name).storekit")
        #expect(try Catalog(contentsOf: file).warnings == [])
    }

    @Test(
        "The documented products have three localizations",
        arguments: [
            ("Purchase1", CatalogProduct.Kind.nonConsumable),
            ("Purchase2", .consumable),
            ("Pass", .nonRenewingSubscription),
            ("Subscription", .autoRenewableSubscription),
            ("Weekly", .autoRenewableSubscription),
            ("Monthly", .autoRenewableSubscription),
            ("Yearly", .autoRenewableSubscription),
        ]
    )
    func documentedProducts(
        name: String,
        kind: CatalogProduct.Kind
    ) throws {
        let catalog = try Catalog(contentsOf: Self.url)
        let product = try #require(
            catalog.product(withIdentifier: "com.musevisions.SwiftyStoreKit.\(name)")
        )
        #expect(product.kind == kind)
        #expect(product.localizations.map(\.localeIdentifier) == ["en_US", "de", "fr"])
        #expect(product.localizations.allSatisfy { !$0.displayName.isEmpty })
        #expect(product.price > 0)
    }

    @Test("The placeholder product is a subscription")
    func placeholder() throws {
        let product = try Catalog(contentsOf: Self.url).product(withIdentifier: "your-product-id")
        #expect(product?.subscription?.period == SubscriptionPeriod(unit: .month))
    }

    @Test("The monthly subscription has a free trial of a week")
    func freeTrial() throws {
        let catalog = try Catalog(contentsOf: Self.url)
        let product = catalog.product(withIdentifier: "com.musevisions.SwiftyStoreKit.Subscription")
        #expect(
            product?.subscription?.introductoryOffer
                == CatalogOffer(internalID: "B1367A88", period: SubscriptionPeriod(unit: .week))
        )
    }

    @Test("The three subscriptions of different periods are in one group")
    func groups() throws {
        let products = try Catalog(contentsOf: Self.url).products
        let studio = products.filter { $0.subscription?.groupID == "9DC4185A" }
        #expect(studio.compactMap { $0.subscription?.period.iso8601 } == ["P1W", "P1M", "P1Y"])
    }
}

/// Files of real apps beside the checkout, or in the folder that `STOREKIT_SAMPLES` names.
struct SampleCatalogs {
    let folder: URL

    init?() {
        guard let folder = Self.candidates.first(where: Self.hasIndex) else { return nil }
        self.folder = folder.resolvingSymlinksInPath()
    }

    var files: [URL] {
        get throws {
            let all = try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            )
            return all.filter { $0.pathExtension == "storekit" }
        }
    }

    /// The rows of the table in the index, one a file.
    var rows: [Row] {
        get throws {
            let text = try String(contentsOf: folder.appending(path: "INDEX.md"), encoding: .utf8)
            return text.split(separator: "\n").compactMap(Row.init(line:))
        }
    }

    private static var candidates: [URL] {
        if let path = ProcessInfo.processInfo.environment["STOREKIT_SAMPLES"] {
            return [URL(filePath: path, directoryHint: .isDirectory)]
        }
        let checkout = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return ["..", "../..", "../../.."].map {
            checkout.appending(path: "\($0)/shared/samples/storekit").standardized
        }
    }

    private static func hasIndex(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.md").path)
    }
}

extension SampleCatalogs {
    /// The facts about one file, from the index or from the catalog read from the file.
    struct Row: Equatable {
        let fileName: String
        let version: String
        let products: Int
        let nonRenewing: Int
        let groups: Int
        let subscriptions: Int

        init?(line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }.map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
            guard cells.count >= 7, cells[0].hasSuffix(".storekit") else { return nil }
            let counts = cells[6].split(separator: " / ").compactMap { Int($0) }
            guard let products = Int(cells[4]), counts.count == 2,
                let nonRenewing = cells[5] == "absent" ? 0 : Int(cells[5])
            else { return nil }
            fileName = cells[0]
            version = cells[3]
            self.products = products
            self.nonRenewing = nonRenewing
            groups = counts[0]
            subscriptions = counts[1]
        }

        init(fileName: String, catalog: Catalog) {
            let kinds = catalog.products.map(\.kind)
            self.fileName = fileName
            version = catalog.formatVersion.map { "\($0.major).\($0.minor)" } ?? ""
            products = kinds.count { $0 == .consumable || $0 == .nonConsumable }
            nonRenewing = kinds.count { $0 == .nonRenewingSubscription }
            groups = catalog.subscriptionGroups.count
            subscriptions = kinds.count { $0 == .autoRenewableSubscription }
        }
    }
}
