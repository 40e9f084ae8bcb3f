import Foundation
import LocalAppStore

extension Catalog {
    /// The products that children buy: a `.storekit` file's, with subscriptions to change between
    /// and content to download, at a time rate with renewals every few seconds.
    static func forHarness(_ file: URL, beside ledger: URL) throws -> Catalog {
        var catalog = try Catalog(contentsOf: file)
        catalog.settings.timeRate = .oneRenewalEveryTwoSeconds
        catalog.products += ["a", "b"].flatMap { group in
            (1...3).map { CatalogProduct(level: $0, ofGroup: "harness.\(group)") }
        }
        catalog.products += [.seats, .year]
        // The United States sell no monthly plan.
        catalog.settings.storefront = "DEU"
        catalog.settings.invitationManagement = .developer
        let content = HarnessContent(beside: ledger)
        for index in catalog.products.indices where catalog.products[index].kind == .nonConsumable {
            catalog.products[index].hostedContent = content.hosted
            catalog.products[index].isFamilyShareable = true
        }
        // A download takes about a tenth of a second.
        catalog.downloadSettings.bytesPerSecond = 2_000_000
        return catalog
    }
}

extension CatalogProduct {
    /// A subscription with seats in a group of its own.
    fileprivate static var seats: CatalogProduct {
        let period = SubscriptionPeriod(unit: .month)
        var terms = SubscriptionTerms(groupID: "harness.seats", level: 1, period: period)
        terms.seatTiers = [
            CatalogSeatTier(minimumSeats: 1, price: 3),
            CatalogSeatTier(minimumSeats: 11, price: 2),
        ]
        return CatalogProduct(
            id: HarnessSeats.productID,
            kind: .autoRenewableSubscription,
            price: 3,
            subscription: terms
        )
    }

    /// A year that is paid by the month, in a group of its own.
    fileprivate static var year: CatalogProduct {
        let period = SubscriptionPeriod(unit: .year)
        var terms = SubscriptionTerms(groupID: "harness.year", level: 1, period: period)
        terms.monthlyPlan = MonthlyPlan(price: 2)
        return CatalogProduct(
            id: "harness.year",
            kind: .autoRenewableSubscription,
            price: 20,
            subscription: terms
        )
    }

    /// A subscription with an introductory offer of three periods and a promotional offer.
    fileprivate init(level: Int, ofGroup group: String) {
        let period = SubscriptionPeriod(unit: .month)
        self.init(
            id: "\(group).\(level)",
            kind: .autoRenewableSubscription,
            price: Decimal(10 - level) + Decimal(sign: .plus, exponent: -2, significand: 99),
            isFamilyShareable: level > 1,
            subscription: SubscriptionTerms(
                groupID: group,
                level: level,
                period: period,
                introductoryOffer: CatalogOffer(
                    paymentMode: .payAsYouGo,
                    period: period,
                    numberOfPeriods: 3,
                    price: 1
                ),
                promotionalOffers: [
                    CatalogOffer(
                        id: "\(group).\(level).offer",
                        paymentMode: .payAsYouGo,
                        period: period,
                        numberOfPeriods: 2,
                        price: 2
                    )
                ]
            )
        )
    }
}

/// The hosted content of the products: forty files beside the ledgers of a run.
struct HarnessContent {
    let folder: URL

    private static let names = (0..<40).map { "page-\($0)" }

    init(beside ledger: URL) {
        folder = ledger.deletingLastPathComponent().appendingPathComponent("content")
    }

    /// A folder, and single files of it.
    var hosted: [HostedContent] {
        [
            HostedContent(identifier: "all", source: .folder(folder)),
            HostedContent(identifier: "some", source: .files(Self.names.prefix(5).map(file))),
        ]
    }

    func make() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in Self.names {
            try Self.bytes(of: name).write(to: file(name))
        }
    }

    /// Whether a downloaded folder has exactly the files of a content.
    static func isComplete(_ download: URL, of identifier: String) -> Bool {
        let names = identifier == "all" ? Self.names[...] : Self.names.prefix(5)
        let contents = download.appendingPathComponent("Contents")
        let found = try? FileManager.default.contentsOfDirectory(atPath: contents.path)
        let hasInfo = FileManager.default.fileExists(
            atPath: download.appendingPathComponent("ContentInfo.plist").path
        )
        return hasInfo && Set(found ?? []) == Set(names)
            && names.allSatisfy { name in
                (try? Data(contentsOf: contents.appendingPathComponent(name))) == bytes(of: name)
            }
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private static func bytes(of name: String) -> Data {
        Data(String(repeating: "\(name)\n", count: 600).utf8)
    }
}
