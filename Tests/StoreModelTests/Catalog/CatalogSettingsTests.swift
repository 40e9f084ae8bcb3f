import StoreModel
import Testing

@Suite("Settings in catalogs")
struct CatalogSettingsTests {
    @Test("Every setting is decoded")
    func allSettings() throws {
        let settings = try Self.settings(
            #"""
            {"_timeRate": 1003, "_locale": "es_ES", "_storefront": "ESP", "_askToBuyEnabled": true,
            "_billingIssuesEnabled": true, "_failTransactionsEnabled": true, "_storeKitError": 2,
            "_renewalBillingIssuesEnabled": true, "_billingGracePeriodEnabled": true,
            "_disableDialogs": true}
            """#
        )
        let expected = StoreSettings.make {
            $0.timeRate = .oneRenewalEveryThirtySeconds
            $0.localeIdentifier = "es_ES"
            $0.storefront = "ESP"
            $0.isAskToBuyEnabled = true
            $0.interruptsPurchases = true
            $0.failsTransactions = true
            $0.failureCode = 2
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
            $0.disablesDialogs = true
        }
        #expect(settings == expected)
    }

    @Test(
        "Each switch has its own key",
        arguments: [
            (#""_askToBuyEnabled": true"#, StoreSettings.make { $0.isAskToBuyEnabled = true }),
            (#""_billingIssuesEnabled": true"#, .make { $0.interruptsPurchases = true }),
            (#""_renewalBillingIssuesEnabled": true"#, .make { $0.failsRenewals = true }),
            (#""_billingGracePeriodEnabled": true"#, .make { $0.allowsGracePeriod = true }),
            (#""_disableDialogs": true"#, .make { $0.disablesDialogs = true }),
            (#""_disableDialogs": null, "_locale": null"#, StoreSettings()),
        ]
    )
    func switches(keys: String, expected: StoreSettings) throws {
        #expect(try Self.settings("{\(keys)}") == expected)
    }

    @Test(
        "The time rate for older editors counts only if it is the only one",
        arguments: [
            (
                #""_timeRate": 15, "_compatibilityTimeRate": 6"#,
                TimeRate.monthlyRenewalEveryThirtySeconds
            ),
            (#""_timeRate": 0, "_compatibilityTimeRate": 6"#, .realTime),
            (
                #""_timeRate": 1003, "_compatibilityTimeRate": {"3": 6}"#,
                .oneRenewalEveryThirtySeconds
            ),
            (#""_compatibilityTimeRate": 6"#, .oneSecondIsOneDay),
            (#""_compatibilityTimeRate": {"3": 5}"#, .thirtySecondsIsOneDay),
            (#""_compatibilityTimeRate": {"2": 5}"#, .realTime),
        ]
    )
    func olderTimeRate(keys: String, rate: TimeRate) throws {
        #expect(try Self.settings("{\(keys)}").timeRate == rate)
    }

    @Test(
        "Purchases fail by the old key and by the new one",
        arguments: [
            (#""_failTransactionsEnabled": true"#, true, 0),
            (#""_failTransactionsEnabled": true, "_storeKitError": null"#, true, 0),
            (#""_failTransactionsEnabled": true, "_storeKitError": 6"#, true, 6),
            (#""_failTransactionsEnabled": false, "_storeKitError": 6"#, false, 6),
            (#""_storeKitErrors": []"#, false, 0),
            (item(#""enabled": true, "current": null"#), true, 0),
            (item(#""enabled": true"#), true, 0),
            (item(#""enabled": true, "current": {"index": 3, "type": "generic"}"#), true, 3),
            (item(#""enabled": false, "current": {"index": 3, "type": "generic"}"#), false, 3),
            (item(#""enabled": false, "current": null"#), false, 0),
            (#""_failTransactionsEnabled": true, "# + item(#""enabled": false"#), true, 0),
            (
                #""_storeKitError": 1, "# + item(#""enabled": true, "current": {"index": 3}"#),
                true, 3
            ),
        ]
    )
    func failures(
        keys: String,
        fails: Bool,
        code: Int
    ) throws {
        let settings = try Self.settings("{\(keys)}")
        #expect(settings.failsTransactions == fails)
        #expect(settings.failureCode == code)
    }

    @Test("A failure of another API does not apply to purchases")
    func failureOfOtherAPI() throws {
        let list = #"[{"name": "Load Products", "enabled": true, "current": {"index": 1}}]"#
        #expect(try Self.settings(#"{"_storeKitErrors": \#(list)}"#) == StoreSettings())
    }

    @Test(
        "The error for a malformed setting contains its key",
        arguments: [
            (#""_timeRate": 14"#, "_timeRate: expected the raw value of a time rate, but found 14"),
            (#""_timeRate": "fast""#, #"_timeRate: expected an integer, but found "fast""#),
            (
                #""_compatibilityTimeRate": {"3": 9}"#,
                "_compatibilityTimeRate.3: expected the raw value of a time rate, but found 9"
            ),
            (
                #""_storefront": "XXX""#,
                #"_storefront: expected a storefront such as "USA", but found "XXX""#
            ),
            (
                #""_storefront": "us""#,
                #"_storefront: expected a storefront such as "USA", but found "us""#
            ),
            (
                "\"_locale\": \"\u{E9}\"",
                #"_locale: expected a locale such as "en_US", but found "\#u{E9}""#
            ),
            (#""_locale": """#, #"_locale: expected a locale such as "en_US", but found """#),
            (
                #""_locale": "en_US@currency=euro""#,
                #"_locale: expected a locale such as "en_US", but found "en_US@currency=euro""#
            ),
            (#""_disableDialogs": 0"#, "_disableDialogs: expected true or false, but found 0"),
            (
                #""_storeKitErrors": [{"name": "Purchase", "current": 4}]"#,
                "_storeKitErrors[0].current: expected an object, but found 4"
            ),
        ]
    )
    func malformed(keys: String, message: String) {
        #expect(
            Catalog.failure(decoding: CatalogText.make(settings: "{\(keys)}"))
                == "Shop.storekit, settings.\(message)"
        )
    }

    private static func item(_ keys: String) -> String {
        #""_storeKitErrors": [{"name": "Load Products"}, {"name": "Purchase", \#(keys)}]"#
    }

    private static func settings(_ text: String) throws -> StoreSettings {
        try Catalog.make(CatalogText.make(settings: text)).settings
    }
}
