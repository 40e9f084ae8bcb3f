import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import Testing

@testable import EntitlementService

/// The service's clock beside a local store, whose time is advanced by hand.
@Suite struct StoreClockTests {
    private static func follower(
        of clock: ServiceClock,
        _ shop: LocalShop,
        _ service: TestService
    ) -> StoreClockFollower {
        StoreClockFollower(
            storeURL: shop.url,
            clock: clock,
            database: service.database,
            client: .shared,
            logger: .silent
        )
    }

    @Test func `the clock is set to the store's time, and not back without the store`()
        async throws
    {
        let shop = try await LocalShop()
        let service = try await TestService()
        let clock = ServiceClock()
        let follower = Self.follower(of: clock, shop, service)
        for _ in 0..<2 {
            await follower.follow()
            let storeTime = Milliseconds(shop.store.clock.now)
            let lead = try await clock.now(in: service.database) - storeTime
            #expect((0..<Milliseconds.day).contains(lead))
            try shop.store.time.advance(by: 100 * .day)
        }
        let lead = clock.lead
        await shop.stop()
        await follower.follow()
        #expect(clock.lead == lead)
    }

    @Test func `a service whose settings name a store begins with its time`() async throws {
        let shop = try await LocalShop()
        let service = try await TestService()
        for (environment, isStore) in [
            (["ENTITLEMENTS_STORE_URL": shop.url], true), ([:], false),
        ] {
            let clock = try await Settings(environment: environment)
                .clock(for: service.database, client: .shared, logger: .silent)
            #expect((clock.lead != 0) == isStore)
        }
        await shop.stop()
    }

    @Test func `a document of a store that is a day ahead is accepted at once`() async throws {
        let shop = try await LocalShop()
        let service = try await TestService(roots: try shop.roots)
        let clock = ServiceClock()
        await Self.follower(of: clock, shop, service).follow()
        try shop.store.time.advance(by: 10 * .day)
        try shop.store.pay(PaymentRequest(productID: "theme"))
        let document = try #require(try await shop.notifications().last)
        for storeURL in [nil, shop.url] {
            var configuration = service.configuration()
            configuration.clock = clock
            configuration.storeURL = storeURL
            let server = EntitlementServer(
                configuration,
                database: service.database,
                client: .shared,
                logger: .silent
            )
            try await server.application().test(.router) { client async throws in
                let response = try await client.notify(document)
                #expect(response.status == (storeURL == nil ? .unauthorized : .ok))
            }
        }
        await shop.stop()
    }
}
