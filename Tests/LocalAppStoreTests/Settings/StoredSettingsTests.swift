import AppReceipt
import Foundation
import GRDB
import LocalAppStore
import Testing

@testable import StoreLedger

/// Settings in ledgers of earlier and later versions of this library.
@Suite("Stored settings")
struct StoredSettingsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let first = [
        "settings": """
        {"allowsPayments":false,"disablesDialogs":true,"failsTransactions":true,\
        "failureCode":2,"gracePeriodLength":16,"interruptsPurchases":true,\
            "isAskToBuyEnabled":true,\
        "localeIdentifier":"de_DE","storefront":"DEU","timeRate":1002}
        """,
        "receipts": """
        {"isProduction":true,"plannedAnswer":{"isRetryable":true,"status":21100},\
        "sharedSecret":"secret"}
        """,
        "receiptProperties": """
        {"isExpired":true,"isRevoked":false,"isVolumePurchase":true}
        """,
        "promotion": """
        {"isShown":{"level":false},"order":["level","coins"]}
        """,
    ]

    @Test("Rows of the first version are decoded, and written with the fields of this version")
    func firstVersion() throws {
        let store = try store(with: Self.first, ofVersion: 19)
        let settings = try store.settings
        #expect(settings.storefront == "DEU")
        #expect(settings.localeIdentifier == "de_DE")
        #expect(settings.timeRate == .oneRenewalEveryMinute)
        #expect(settings.failureCode == 2)
        #expect(settings.isAskToBuyEnabled && settings.interruptsPurchases)
        #expect(settings.failsTransactions && settings.disablesDialogs)
        #expect(!settings.allowsPayments)
        let receipts = try store.receiptSettings
        #expect(receipts.environment == .production)
        #expect(receipts.sharedSecret == "secret")
        #expect(receipts.plannedResponse == .init(status: 21100, isRetryable: true))
        let choices = PromotionChoices(isShown: ["level": false], order: ["level", "coins"])
        #expect(try store.promotionChoices == choices)

        try store.updateSettings { _ in }
        try store.updateReceiptSettings { _ in }
        try store.updatePromotionChoices { _ in }
        try store.refreshReceipt(ReceiptProperties(isExpired: true, isVolumePurchase: true))
        var present = Self.first
        present["receipts"] = present["receipts"]?
            .replacingOccurrences(of: #""isProduction":true"#, with: #""environment":"Production""#)
        present["settings"] = """
            {"allowsGracePeriod":false,"allowsPayments":false,"disablesDialogs":true,\
            "failsRenewals":false,"failsTransactions":true,\
            "failureCode":2,"gracePeriodLength":16,"interruptsPurchases":true,\
            "invitationManagement":"APPLE","isAskToBuyEnabled":true,\
            "localeIdentifier":"de_DE","storefront":"DEU","timeRate":1002}
            """
        #expect(try rows() == present)
    }

    @Test(
        "Known fields of a later version's rows are decoded, and missing ones have their defaults"
    )
    func laterVersion() throws {
        let store = try store(
            with: [
                "settings": """
                {"storefront":"JPN","timeRate":2001,"billing":{"fails":[1,null]},"theme":7}
                """,
                "receipts": #"{"sharedSecret":null,"environment":"Production","family":"shared"}"#,
                "receiptProperties": #"{"isRevoked":true,"colour":"blue"}"#,
                "promotion": "{}",
            ],
            settings: .make {
                $0.timeRate = .oneSecondIsOneDay
                $0.isAskToBuyEnabled = true
            }
        )
        var expected = store.catalog.settings
        expected.storefront = "JPN"
        #expect(try store.settings == expected)
        #expect(expected.timeRate == .oneSecondIsOneDay && expected.isAskToBuyEnabled)
        var receipts = ReceiptSettings()
        receipts.environment = .production
        #expect(try store.receiptSettings == receipts)
        #expect(try store.promotionChoices == PromotionChoices())
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        #expect(try store.pay("level").state == .purchased)
        #expect(try store.verifiedReceipt().expirationDate == .start)
    }

    @Test("Settings of any version can be decoded from JSON")
    func coding() throws {
        var expected = StoreSettings()
        expected.storefront = "JPN"
        let stored = JSONText(#"{"storefront":"JPN"}"#)
        #expect(try StoreSettings().updated(with: stored) == expected)
        #expect(throws: DecodingError.self) {
            try StoreSettings().updated(with: JSONText(#"{"storefront":1}"#))
        }
    }

    private func store(
        with rows: [String: String],
        ofVersion version: Int? = nil,
        settings: StoreSettings = StoreSettings()
    ) throws -> Store {
        let store = try Store.make(.shop(settings: settings), at: .file(folder.file()))
        try database().write { database in
            for (name, value) in rows {
                try database.execute(
                    sql: "INSERT INTO preference VALUES (?, ?, 0)",
                    arguments: [name, value]
                )
            }
        }
        guard let version else { return store }
        try store.execute(
            sql: "\(LedgerSchema.undoingToVersion19) PRAGMA user_version = \(version)"
        )
        try store.close()
        return try Store.make(.shop(settings: settings), at: .file(folder.file()))
    }

    private func rows() throws -> [String: String] {
        let rows = try database().read {
            try Row.fetchAll($0, sql: "SELECT name, value FROM preference")
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["value"]) })
    }

    private func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: folder.file().path, configuration: configuration)
    }
}
