import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import EntitlementService

/// Notifications without a purchase, and of later versions of the App Store: all are recorded.
@Suite struct NewNotificationTests {
    private static let app = #""bundleId":"com.example.shop""#
    private static let sandbox = app + #","environment":"Sandbox""#

    private static let claims = #""unclaimSeatIds":["f7a3ad0e-9b3c-4d43-8b05-1b0f9a2d2d11"]"#

    /// The type, the subtype and the subject.
    @Test(arguments: [
        ("UNCLAIM_SEATS", nil, #""unclaimInfo":{\#(claims)}"#),
        ("UNCLAIM_SEATS", nil, #""unclaimInfo":{\#(sandbox),\#(claims),"later":1}"#),
        ("UNCLAIM_SEATS", "LATER", #""unclaimInfo":{\#(sandbox),"appAppleId":41234}"#),
        ("RESCIND_CONSENT", nil, #""appData":{\#(sandbox),"later":[{}]}"#),
        ("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", token(#""tokenCreationDate":1698148950000"#)),
        ("EXTERNAL_PURCHASE_TOKEN", "CREATED", token(#""tokenType":"SERVICES""#)),
        ("EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER", token(#""tokenExpirationDate":1"#)),
        ("RENEWAL_EXTENSION", "SUMMARY", #""summary":{\#(sandbox),"succeededCount":5}"#),
        ("PRICE_CHANGE", nil, #""data":{\#(sandbox),"later":{"a":null}}"#),
        ("NEW_IN_2030", "NEWER", #""newSubject":{\#(sandbox),"data":{}},"flag":true"#),
        ("NEW_IN_2030", nil, #""newSubject":{"bundleId":7}"#),
    ])
    func `what is about no purchase is recorded, and changes nothing`(
        type: String,
        subtype: String?,
        subject: String
    ) async throws {
        let service = try await TestService()
        let subtype = subtype.map { #""subtype":"\#($0)","# } ?? ""
        let json = """
            {"notificationType":"\(type)",\(subtype)"version":"2.0","signedDate":1709294400000,\
            "notificationUUID":"6f9619ff-8b86-4d11-b42d-00c04fc964ff",\(subject)}
            """
        let notification = try service.appStore.sign(json: json)
        try await service.serve { client async throws in
            #expect(try await client.notify(notification).text == "{\"stored\":true}")
            #expect(try await client.notify(notification).text == "{\"stored\":false}")
        }
        let kept = try await service.rows("SELECT content FROM entitlements.document")
        #expect(kept == ["(\(notification))"])
        #expect(try await service.rows("TABLE entitlements_state.purchase").isEmpty)
        let rebuild = Rebuild(apps: service.apps, database: service.database)
        #expect(try await rebuild.run().isEqual)
    }

    @Test(arguments: [
        ("REFUND", "SEATS"), ("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY"),
        ("DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY"), ("MIGRATE", nil),
        ("NEW_IN_2030", "NEWER"),
    ])
    func `any type and subtype is recorded with what it tells, and members are left alone`(
        type: String,
        subtype: String?
    ) async throws {
        let service = try await TestService()
        let transaction = try service.appStore.sign(
            json: """
                {"transactionId":"100","originalTransactionId":"100",\(Self.sandbox),\
                "productId":"monthly","type":"Auto-Renewable Subscription","quantity":8,\
                "inAppOwnershipType":"LATER","billingPlanType":"WEEKLY","later":{"a":[1.5]},\
                "multiSeatInfo":{"revokedSeatQuantity":1,"invitationManagement":"LATER",\
                "priceTiers":[{"price":9990,"tierQuantity":8}],"later":[]},\
                "additionalTransactionReason":"LATER","purchaseDate":1709294400000,\
                "expiresDate":1711886400000,"signedDate":1709294400000}
                """
        )
        let subtype = subtype.map { #""subtype":"\#($0)","# } ?? ""
        let notification = try service.appStore.sign(
            json: """
                {"notificationType":"\(type)",\(subtype)"version":"2.0","signedDate":1709294400000,\
                "notificationUUID":"6f9619ff-8b86-4d11-b42d-00c04fc964ff",\
                "data":{\(Self.sandbox),"signedTransactionInfo":"\(transaction)","status":9}}
                """
        )
        #expect(try await service.receive(notification))
        let entitlements = try await service.entitlements(of: .originalTransaction("100"))
        #expect(entitlements.map(\.seats) == [7])
        #expect(entitlements.map(\.role) == [.purchaser])
    }

    @Test(arguments: [
        #""unclaimInfo":{"bundleId":"com.example.other","environment":"Sandbox",\#(claims)}"#,
        #""newSubject":{\#(app),"environment":"Production"}"#,
    ])
    func `a later subject of another app or environment is answered with 403`(
        subject: String
    ) async throws {
        let service = try await TestService()
        let json = """
            {"notificationType":"NEW_IN_2030","version":"2.0","signedDate":1709294400000,\
            "notificationUUID":"6f9619ff-8b86-4d11-b42d-00c04fc964ff",\(subject)}
            """
        let notification = try service.appStore.sign(json: json)
        let forged = try TestAppStore().sign(json: json)
        try await service.serve { client async throws in
            #expect(try await client.notify(notification).status == .forbidden)
            #expect(try await client.notify(forged).status == .unauthorized)
        }
    }

    private static func token(_ member: String) -> String {
        #""externalPurchaseToken":{\#(app),"externalPurchaseId":"SANDBOX_1",\#(member)}"#
    }
}
