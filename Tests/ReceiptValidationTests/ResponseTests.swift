import AppReceipt
import Foundation
import SwiftyStoreKit
import Testing

@testable import ReceiptValidation

@Suite struct ResponseTests {
    @Test func `the response is a status, an environment and the receipt`() throws {
        let info = try LocalReceiptValidator.make()
            .validate(Issuing.receipt(.makeFull())).get()
        #expect(Set(info.keys) == ["status", "environment", "receipt"])
        #expect(info["status"] as? Int == 0)
        #expect(info["environment"] as? String == "Production")
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        let purchases = try #require(receipt["in_app"] as? [ReceiptInfo])
        #expect(purchases.map { $0["product_id"] as? String } == ["coins", "monthly"])
        #expect(receipt["download_id"] as? Int64 == 9_007_199_254_740_993)
    }

    @Test func `the dictionary is the one that verifyReceipt's JSON is decoded into`() throws {
        let data = try Issuing.receipt(.makeFull())
        let validator = try LocalReceiptValidator.make(day: 3)
        let local = try validator.validate(data).get()
        let receipt = try validator.verifier.verify(SignedReceipt(data))
        let response = ResponseObject(
            verified: receipt,
            referenceDate: Moment.created + 3 * Moment.day
        )
        let remote = try VerifyReceiptResult(json: response.json()).get()
        #expect(local.compared == remote.compared)
    }

    @Test func `the JSON begins as Apple's does`() throws {
        let receipt = try LocalReceiptValidator.make().verifier
            .verify(SignedReceipt(try Issuing.receipt()))
        let response = ResponseObject(verified: receipt, referenceDate: Moment.created)
        #expect(response.members.map(\.name) == ["status", "environment", "receipt"])
    }

    @Test(arguments: [
        (ReceiptType.production, "Production"), (.productionVPP, "Production"),
        (.productionSandbox, "Sandbox"), (.productionVPPSandbox, "Sandbox"), (.sandbox, "Sandbox"),
        (.xcode, "Xcode"), (.localTesting, "LocalTesting"),
        (ReceiptType(rawValue: "Production2"), nil), (nil, String?.none),
    ])
    func `the type decides the environment`(type: ReceiptType?, environment: String?) throws {
        let info = try LocalReceiptValidator.make()
            .validate(Issuing.receipt(.make(type: type))).get()
        #expect(info["environment"] as? String == environment)
        let receipt = try #require(info["receipt"] as? ReceiptInfo)
        #expect(receipt["receipt_type"] as? String == type?.rawValue)
    }

    @Test(arguments: [(0.0, 0.0), (3, 3), (3.5, 3.5), (-1, 0), (-40_000, 0), (.nan, 0)])
    func `the request date is the reference date, and never before the receipt's`(
        day: Double,
        expected: Double
    ) throws {
        let info = try LocalReceiptValidator.make(day: day).validate(Issuing.receipt()).get()
        let date = SwiftyStoreKit.referenceDate(inReceipt: info)
        #expect(abs(date.timeIntervalSince(Moment.created + expected * Moment.day)) < 0.01)
    }

    @Test(arguments: [TimeInterval.infinity, 1e300])
    func `an infinite date becomes the last that has a text`(day: Double) throws {
        let info = try LocalReceiptValidator.make(day: day).validate(Issuing.receipt()).get()
        let date = SwiftyStoreKit.referenceDate(inReceipt: info)
        #expect(date == Date(timeIntervalSince1970: 253_402_300_799.999))
    }

    @Test func `the reference date is called for a verified receipt alone, and once`() throws {
        let calls = Tally()
        let verifier = try LocalReceiptValidator.make().verifier
        let validator = LocalReceiptValidator(verifier: verifier) {
            calls.add()
            return Moment.created
        }
        _ = validator.validate(Data())
        #expect(calls.count == 0)
        _ = try validator.validate(Issuing.receipt(.makeFull())).get()
        #expect(calls.count == 1)
    }
}
