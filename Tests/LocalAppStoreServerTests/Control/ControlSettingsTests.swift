import Foundation
import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: settings", .timeLimit(.minutes(10)))
struct ControlSettingsTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("Each setting is changed and told")
    func members() async throws {
        let values = [
            "storefront": #""DEU""#, "localeIdentifier": #""de_DE""#,
            "timeRate": #""oneMinuteIsOneDay""#, "allowsPayments": "false",
            "isAskToBuyEnabled": "true", "interruptsPurchases": "true",
            "failsTransactions": "true", "failureCode": "7", "failsRenewals": "true",
            "allowsGracePeriod": "true", "gracePeriodLength": "28", "disablesDialogs": "true",
            "environment": #""Xcode""#, "appAppleID": "1234", "sharedSecret": #""hush""#,
            "bytesPerSecond": "5000", "invitationManagement": #""DEVELOPER""#,
            "plannedResponse": #"{"isRetryable":true,"status":21100}"#,
        ]
        try await ControlClient.run(store) { client in
            for (name, value) in values {
                let body = #"{"\#(name)":\#(value)}"#
                let response = try await client.ask("PATCH", "/settings", body)
                let told = response.body[name].map { String(decoding: $0.bytes, as: UTF8.self) }
                #expect(told == value)
            }
            let names = try await client.get("/settings").members?.keys.sorted()
            #expect(names == values.keys.sorted())
        }
        #expect(try store.settings.timeRate == .oneMinuteIsOneDay)
        #expect(try store.settings.gracePeriodLength == .twentyEightDays)
        #expect(try store.receiptSettings.plannedResponse?.status == 21100)
    }

    @Test("What a setting need not have is removed, and missing; what is not named stays")
    func removal() async throws {
        try store.updateReceiptSettings {
            $0.environment = .production
            $0.sharedSecret = "secret"
            $0.appleIdentifier = 1234
            $0.plannedResponse = .init(status: 21005)
        }
        try await ControlClient.run(store) { client in
            let body = try await client.ask("PATCH", "/settings", #"{"plannedResponse":null}"#).body
            #expect(body["plannedResponse"] == nil)
            #expect(body["appAppleID"] == .number(1234))
            let removed = try await client.ask("PATCH", "/settings", #"{"appAppleID":null}"#).body
            #expect(removed["appAppleID"] == nil)
            #expect(removed["sharedSecret"] == .string("secret"))
            let open = try await client.ask("PATCH", "/settings", #"{"sharedSecret":null}"#).body
            #expect(open["sharedSecret"] == nil)
        }
        #expect(try store.receiptSettings.environment == .production)
        #expect(try store.receiptSettings.sharedSecret == nil)
    }

    @Test("All of a request is changed, or nothing")
    func allOrNothing() async throws {
        let former = try store.settings
        try await ControlClient.run(store) { client in
            let body = """
                {"allowsPayments":false,"bytesPerSecond":7,"environment":"Xcode","storefront":"XXX"}
                """
            let message = try await client.message("PATCH", "/settings", body)
            #expect(message == #"storefront: expected a code such as USA or DEU, but found "XXX""#)
        }
        #expect(try store.settings == former)
        #expect(try store.receiptSettings == ReceiptSettings())
        #expect(try store.downloads.settings == DownloadSettings())
    }

    @Test(
        "What is no value of a setting is refused",
        arguments: [
            #""allowsPayments":1"#, #""allowsPayments":null"#, #""timeRate":"fast""#,
            #""timeRate":1"#, #""failureCode":-1"#, #""failureCode":1e3"#,
            #""failureCode":99999999999999999999"#, #""gracePeriodLength":4"#,
            #""gracePeriodLength":0"#, #""localeIdentifier":"""#,
            #""localeIdentifier":"en\u0000""#, #""storefront":"us""#, #""environment":"xcode""#,
            #""environment":null"#,
            #""plannedResponse":{}"#, #""plannedResponse":{"status":"21000"}"#,
            #""plannedResponse":[]"#, #""failureCode":null"#, #""appAppleID":0"#,
            #""appAppleID":"""#, #""sharedSecret":1"#, #""bytesPerSecond":0"#,
            #""bytesPerSecond":null"#, #""bytesPerSecond":1099511627777"#,
            #""sharedSecret":"a\u0000""#,
        ]
    )
    func invalid(member: String) async throws {
        try await ControlClient.run(store) { client in
            let code = try await client.refusal("PATCH", "/settings", "{\(member)}")
            #expect(code == "400 invalidMember")
        }
    }

    @Test("A change without a body is refused, as one without members is none")
    func noBody() async throws {
        try await ControlClient.run(store) { client in
            for path in ["/settings", "/notification-settings"] {
                let refusal = try await client.refusal("PATCH", path)
                #expect(refusal == "400 malformedJSON")
                let status = try await client.ask("PATCH", path, "{}").status
                #expect(status == 200)
            }
        }
    }

    @Test("A member that a planned response does not have is named with its place")
    func innerMember() async throws {
        try await ControlClient.run(store) { client in
            let body = #"{"plannedResponse":{"status":1,"secret":"x"}}"#
            let message = try await client.message("PATCH", "/settings", body)
            let expected = #"unknown member; expected one of "status", "isRetryable""#
            #expect(message == "plannedResponse.secret: \(expected)")
        }
    }
}
