import AppReceipt
import Foundation
import SwiftyStoreKit
import Testing

@testable import ReceiptValidation

@Suite("Answering for a verified receipt") struct AnsweringTests {
    @Test func `the answer is a status, an environment and the receipt`() throws {
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

    @Test func `the dictionary is the one that verifyReceipt's JSON is read into`() throws {
        let data = try Issuing.receipt(.makeFull())
        let validator = try LocalReceiptValidator.make(day: 3)
        let local = try validator.validate(data).get()
        let receipt = try validator.verifier.verify(SignedReceipt(data))
        let answer = ResponseObject(
            verified: receipt,
            referenceDate: Moment.created + 3 * Moment.day
        )
        let remote = try VerifyReceiptResult(json: answer.json()).get()
        #expect(local.compared == remote.compared)
    }

    @Test func `the JSON begins as Apple's does`() throws {
        let receipt = try LocalReceiptValidator.make().verifier
            .verify(SignedReceipt(try Issuing.receipt()))
        let answer = ResponseObject(verified: receipt, referenceDate: Moment.created)
        #expect(answer.members.map(\.name) == ["status", "environment", "receipt"])
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
    func `the reference date is the answer's, and never before the receipt's`(
        day: Double,
        answered: Double
    ) throws {
        let info = try LocalReceiptValidator.make(day: day).validate(Issuing.receipt()).get()
        let date = SwiftyStoreKit.referenceDate(inReceipt: info)
        #expect(abs(date.timeIntervalSince(Moment.created + answered * Moment.day)) < 0.01)
    }

    @Test(arguments: [TimeInterval.infinity, 1e300])
    func `a date without end is the last that has a text`(day: Double) throws {
        let info = try LocalReceiptValidator.make(day: day).validate(Issuing.receipt()).get()
        let date = SwiftyStoreKit.referenceDate(inReceipt: info)
        #expect(date == Date(timeIntervalSince1970: 253_402_300_799.999))
    }

    @Test func `the date is asked once for a verified receipt and never for a refused one`() throws
    {
        let asked = Tally()
        let verifier = try LocalReceiptValidator.make().verifier
        let validator = LocalReceiptValidator(verifier: verifier) {
            asked.add()
            return Moment.created
        }
        _ = validator.validate(Data())
        #expect(asked.count == 0)
        _ = try validator.validate(Issuing.receipt(.makeFull())).get()
        #expect(asked.count == 1)
    }
}
