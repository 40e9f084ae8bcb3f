package import AppReceipt
package import Foundation
package import StrictJSON

/// The response of the developer's server to a request for a retention message.
package struct RetentionResponse: Sendable, Equatable {
    package let messageIdentifier: UUID
    package let proposal: Proposal

    /// The content of a response beside its message.
    package enum Proposal: Sendable, Equatable {
        case none
        case alternateProduct(id: String, billingPlan: BillingPlan?)
        case promotionalOffer(Signature)
        /// Data in Base64, which the store passes on.
        case advancedCommerce(data: String)
    }

    /// The signature of a promotional offer, in one of its versions.
    package enum Signature: Sendable, Equatable {
        case one(PaymentRequest)
        case two(OfferRequestJWS)
    }

    /// Reads the body of a response; unknown members are left out.
    package init(json: Data) throws(JSONMismatch) {
        let node = try JSONNode(document: [UInt8](json)).object()
        let name = try node.onlyMember(of: [
            "message", "alternateProduct", "promotionalOffer", "advancedCommerceInfo",
        ])
        let content = try node[name].object()
        messageIdentifier = try content["messageIdentifier"].uuid()
        proposal =
            switch name {
            case "alternateProduct":
                .alternateProduct(
                    id: try content["productId"].plainText(),
                    billingPlan: try content["billingPlanType"].present?
                        .choice(of: BillingPlan.allCases)
                )
            case "promotionalOffer": .promotionalOffer(try Signature(content))
            case "advancedCommerceInfo":
                .advancedCommerce(data: try content["advancedCommerceData"].jsonInBase64())
            default: .none
            }
    }
}

extension RetentionResponse.Signature {
    fileprivate init(_ node: JSONNode) throws(JSONMismatch) {
        let names = ["promotionalOfferSignatureV2", "promotionalOfferSignatureV1"]
        let name = try node.onlyMember(of: names)
        guard name == names[1] else {
            self = .two(OfferRequestJWS(try node[name].plainText()))
            return
        }
        let node = try node[name].object()
        let token = try node["appAccountToken"].present?.uuid()
        self = .one(
            PaymentRequest(
                productID: try node["productId"].plainText(),
                applicationUsername: token?.uuidString.lowercased(),
                discount: PaymentRequest.Discount(
                    offerID: try node["offerIdentifier"].plainText(),
                    keyID: try node["keyId"].plainText(),
                    nonce: try node["nonce"].uuid(),
                    signature: try node["encodedSignature"].plainText(),
                    timestamp: try node["timestamp"].integer(in: 1...Int64.max)
                ),
                isMadeOutsideApp: true
            )
        )
    }
}

extension JSONNode {
    /// The one member of several that an object has.
    fileprivate func onlyMember(of names: [String]) throws(JSONMismatch) -> String {
        let found = names.filter { self[$0].isPresent }
        guard found.count == 1 else {
            let list = found.isEmpty ? "none" : found.joined(separator: " and ")
            let reason = "expected exactly \(Self.oneOf(names)), but found \(list)"
            throw JSONMismatch(path: path, reason: reason)
        }
        return found[0]
    }

    /// A string with a JSON object in Base64.
    fileprivate func jsonInBase64() throws(JSONMismatch) -> String {
        let expected = "a JSON object in Base64"
        let text = try plainText(expected: expected)
        guard let data = Data(base64Encoded: text),
            (try? JSONParser.object(in: [UInt8](data))) != nil
        else { throw mismatch(expected: expected) }
        return text
    }
}
