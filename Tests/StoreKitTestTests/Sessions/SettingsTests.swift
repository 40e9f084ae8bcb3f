import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("A session's settings")
    struct SettingsTests {
        @Test(
            "A setting has a default, can be changed, and can be reset",
            arguments: Setting.all
        )
        func setting(_ setting: Setting) throws {
            let session = try SKTestSession.make()
            #expect(setting.value(session) == setting.initially)
            setting.change(session)
            #expect(setting.value(session) == setting.afterwards)
            for other in Setting.all where other.name != setting.name {
                #expect(other.value(session) == other.initially)
            }
            session.resetToDefaultState()
            #expect(setting.value(session) == setting.initially)
        }

        @Test(
            "A session starts with the file's settings and is reset to them",
            arguments: Setting.all
        )
        func ofFile(_ setting: Setting) throws {
            let session = try SKTestSession(configurationFileNamed: "Kiosk")
            #expect(setting.value(session) == setting.inKiosk)
            session.store.resetEverythingToApple()
            #expect(setting.value(session) == setting.initially)
            session.resetToDefaultState()
            #expect(setting.value(session) == setting.inKiosk)
        }

        @Test("A reset does not remove transactions")
        func keeping() throws {
            let session = try SKTestSession.make()
            let number = try session.bought(SampleProducts.hints).identifier
            session.resetToDefaultState()
            #expect(session.allTransactions().map(\.identifier) == [number])
        }

        @Test("With an unknown storefront the session sells as in the United States")
        func noStorefront() async throws {
            let session = try SKTestSession.make()
            session.storefront = "XXX"
            let product = try #require(
                try await ProductsLoader.products(SampleProducts.hints).first
            )
            #expect(session.storefront == "XXX")
            #expect(product.priceLocale.currency?.identifier == "USD")
        }

        @Test("With an unknown locale the session uses that of the United States")
        func noLocale() async throws {
            let session = try SKTestSession.make()
            session.locale = Locale(identifier: "\u{E9}")
            let product = try #require(
                try await ProductsLoader.products(SampleProducts.hints).first
            )
            #expect(session.locale == Locale(identifier: "en_US"))
            #expect(product.priceLocale.identifier == "en_US@currency=USD")
            let formatter = NumberFormatter()
            formatter.numberStyle = .currency
            formatter.locale = product.priceLocale
            #expect(formatter.string(from: 5) == "$5.00")
        }
    }
}

/// A property of a session, with its values before and after a change.
struct Setting: Sendable, CustomTestStringConvertible {
    let name: String
    let initially: String
    let afterwards: String
    let inKiosk: String
    let change: @Sendable (SKTestSession) -> Void
    let value: @Sendable (SKTestSession) -> String

    var testDescription: String { name }

    private init<Value>(
        _ name: String,
        _ path: any ReferenceWritableKeyPath<SKTestSession, Value> & Sendable,
        _ initially: Value,
        _ afterwards: Value,
        inKiosk: Value
    ) where Value: Sendable {
        self.name = name
        self.initially = "\(initially)"
        self.afterwards = "\(afterwards)"
        self.inKiosk = "\(inKiosk)"
        change = { $0[keyPath: path] = afterwards }
        value = { "\($0[keyPath: path])" }
    }

    static let all = [
        Setting("disableDialogs", \.disableDialogs, false, true, inKiosk: true),
        Setting("storefront", \.storefront, "USA", "DEU", inKiosk: "FRA"),
        Setting(
            "locale",
            \.locale,
            Locale(identifier: "en_US"),
            Locale(identifier: "de_AT"),
            inKiosk: Locale(identifier: "fr")
        ),
        Setting(
            "timeRate",
            \.timeRate,
            .realTime,
            .monthlyRenewalEveryThirtySeconds,
            inKiosk: .oneRenewalEveryMinute
        ),
        Setting("askToBuyEnabled", \.askToBuyEnabled, false, true, inKiosk: true),
        Setting(
            "interruptedPurchasesEnabled",
            \.interruptedPurchasesEnabled,
            false,
            true,
            inKiosk: true
        ),
        Setting("failTransactionsEnabled", \.failTransactionsEnabled, false, true, inKiosk: true),
        Setting(
            "failureError",
            \.failureError,
            .unknown,
            .invalidSignature,
            inKiosk: .missingOfferParams
        ),
    ]
}

extension Store {
    /// Sets Apple's defaults instead of the file's settings.
    fileprivate func resetEverythingToApple() {
        try? updateSettings { $0 = StoreSettings() }
    }
}
