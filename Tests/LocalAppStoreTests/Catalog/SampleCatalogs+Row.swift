import LocalAppStore

extension SampleCatalogs {
    /// What the index says of one file, or what a catalog read from it says.
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
