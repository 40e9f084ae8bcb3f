import AppReceipt
import Foundation
import StrictJSON
import Testing

@testable import StoreModel

@Suite("Responses to requests for retention messages")
struct RetentionResponseTests {
    private static let message = #""messageIdentifier":"01020304-0506-4708-890a-0b0c0d0e0f10""#
    private static let signature = """
        {"encodedSignature":"MEQ=","productId":"yearly","nonce":"01020304-0506-4708-890a-\
        0b0c0d0e0f10","timestamp":1709294400000,"keyId":"KEY","offerIdentifier":"half",\
        "appAccountToken":"F1020304-0506-4708-890a-0b0c0d0e0f10"}
        """

    private static func response(_ json: String) throws(JSONMismatch) -> RetentionResponse {
        try RetentionResponse(json: Data(json.utf8))
    }

    @Test("Each kind is read")
    func kinds() throws {
        let message = try Self.response(#"{"message":{\#(Self.message)},"later":{}}"#)
        #expect(message.proposal == .none)
        #expect(message.messageIdentifier.uuidString.hasPrefix("01020304"))
        let product = try Self.response(
            #"{"alternateProduct":{\#(Self.message),"productId":"yearly"},"message":null}"#
        )
        #expect(product.proposal == .alternateProduct(id: "yearly", billingPlan: nil))
        let plan = try Self.response(
            """
            {"alternateProduct":{\(Self.message),"productId":"yearly",\
            "billingPlanType":"MONTHLY"}}
            """
        )
        #expect(plan.proposal == .alternateProduct(id: "yearly", billingPlan: .monthly))
        let commerce = try Self.response(
            #"{"advancedCommerceInfo":{\#(Self.message),"advancedCommerceData":"e30="}}"#
        )
        #expect(commerce.proposal == .advancedCommerce(data: "e30="))
    }

    @Test("An offer has a signature of one version")
    func offers() throws {
        let one = try Self.response(
            """
            {"promotionalOffer":{\(Self.message),\
            "promotionalOfferSignatureV1":\(Self.signature)}}
            """
        )
        guard case .promotionalOffer(.one(let request)) = one.proposal else {
            Issue.record("\(one.proposal)")
            return
        }
        #expect(request.productID == "yearly")
        #expect(request.applicationUsername == "f1020304-0506-4708-890a-0b0c0d0e0f10")
        #expect(request.discount?.offerID == "half")
        #expect(request.discount?.keyID == "KEY")
        #expect(request.discount?.timestamp == 1_709_294_400_000)
        let two = try Self.response(
            #"{"promotionalOffer":{\#(Self.message),"promotionalOfferSignatureV2":"a.b.c"}}"#
        )
        guard case .promotionalOffer(.two(let document)) = two.proposal else {
            Issue.record("\(two.proposal)")
            return
        }
        #expect(document.compactSerialization == "a.b.c")
    }

    @Test(
        "What is wrong is named",
        arguments: [
            ("", "", "not JSON"), ("[]", "", "expected an object"),
            ("{}", "", "expected exactly one of \"message\""),
            (
                #"{"message":{\#(message)},"promotionalOffer":{\#(message)}}"#, "",
                "but found message and promotionalOffer"
            ),
            (#"{"message":{}}"#, "message.messageIdentifier", "it is missing"),
            (#"{"message":{"messageIdentifier":"1"}}"#, "message.messageIdentifier", "a UUID"),
            (#"{"message":"hello"}"#, "message", "expected an object"),
            (#"{"alternateProduct":{\#(message)}}"#, "alternateProduct.productId", "missing"),
            (
                #"{"alternateProduct":{\#(message),"productId":"a","billingPlanType":"DAILY"}}"#,
                "alternateProduct.billingPlanType", "one of \"BILLED_UPFRONT\", \"MONTHLY\""
            ),
            (#"{"promotionalOffer":{\#(message)}}"#, "promotionalOffer", "but found none"),
            (
                """
                {"promotionalOffer":{\(message),"promotionalOfferSignatureV2":"a",\
                "promotionalOfferSignatureV1":{}}}
                """, "promotionalOffer", "V2 and promotionalOfferSignatureV1"
            ),
            (
                #"{"promotionalOffer":{\#(message),"promotionalOfferSignatureV1":{}}}"#,
                "promotionalOffer.promotionalOfferSignatureV1.productId", "missing"
            ),
            (
                #"{"advancedCommerceInfo":{\#(message),"advancedCommerceData":"e"}}"#,
                "advancedCommerceInfo.advancedCommerceData", "a JSON object in Base64"
            ),
            (
                #"{"advancedCommerceInfo":{\#(message),"advancedCommerceData":"W10="}}"#,
                "advancedCommerceInfo.advancedCommerceData", "a JSON object in Base64"
            ),
        ]
    )
    func problems(json: String, path: String, reason: String) {
        let error = #expect(throws: JSONMismatch.self) { try Self.response(json) }
        #expect(error?.path == path)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}
