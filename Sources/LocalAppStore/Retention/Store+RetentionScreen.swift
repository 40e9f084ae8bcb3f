package import AppReceipt
package import Foundation
import StoreLedger
package import StoreModel

/// A signed request to the developer's server for a retention message.
package struct RetentionRequest: Sendable {
    package let status: SubscriptionPeriodStatus
    package let place: DefaultMessagePlace
    /// The real-time URL; `nil` if none is configured.
    package let url: URL?
    package let identifier: UUID?
    package let document: JWS<RealtimeRequestPayload>
}

// The choice of a customer to cancel.
extension Store.Retention {
    /// Makes the request for a customer who chooses to cancel a subscription.
    ///
    /// - Throws: `.unsuitableEntry` unless the `id` identifies a transaction of the customer's own
    ///   renewing subscription.
    package func requestForCancellation(
        of id: LedgerEntry.ID
    ) throws(StoreError) -> RetentionRequest {
        _ = try store.requiredEntry(id)
        guard let status = try store.subscriptions.status(of: id),
            status.subscription.nextEventDate != nil, status.subscription.isAutoRenewEnabled,
            !status.entry.isShared
        else {
            throw .unsuitableEntry(id: id, needs: "of a subscription that the customer can cancel")
        }
        return try request(about: status)
    }

    /// Signs a request about a subscription; each has another identifier.
    package func request(
        about status: SubscriptionPeriodStatus
    ) throws(StoreError) -> RetentionRequest {
        let context = try store.documentContext()
        let place = DefaultMessagePlace(
            productID: status.subscription.productID,
            of: try store.settings
        )
        let originalID = status.entry.originalID
        let payload = RealtimeRequestPayload(originalID: originalID, place, in: context)
        return RetentionRequest(
            status: status,
            place: place,
            url: try configuredURL,
            identifier: payload.requestIdentifier,
            document: try store.core.documents.sign(payload, in: context)
        )
    }

    /// Returns the page that the customer sees after a response, or after the failure of its
    /// request.
    package func screen(
        after response: Result<RetentionResponse, RetentionFallback>,
        to request: RetentionRequest
    ) throws(StoreError) -> RetentionScreen {
        var response = response
        var offer: (request: PaymentRequest, signature: OfferSignatureCheck)?
        if case .success(let value) = response,
            case .promotionalOffer(let signature) = value.proposal
        {
            do throws(RetentionFallback) {
                offer = try signed(signature)
            } catch {
                response = .failure(error)
            }
        }
        return try store.readSettled { reader in
            try rule(for: request, response, in: reader)
                .screen(after: response, offer: offer.map { try self.offer($0, $1, in: reader) })
        }
    }

    private func rule(
        for request: RetentionRequest,
        _ response: Result<RetentionResponse, RetentionFallback>,
        in reader: LedgerReader
    ) throws -> RetentionRule {
        let defaultMessage = try reader.defaultMessage(at: request.place)
        return RetentionRule(
            place: request.place,
            groupID: request.status.subscription.groupID,
            catalog: store.catalog,
            country: try reader.settings(default: store.catalog.settings).storefrontCountry,
            defaultMessage: try defaultMessage.flatMap {
                try reader.illustratedMessage($0.messageIdentifier)
            },
            chosenMessage: try (try? response.get()).flatMap {
                try reader.illustratedMessage($0.messageIdentifier)
            }
        )
    }

    /// The payment for an offer, with the result of verifying its signature.
    private func signed(
        _ signature: RetentionResponse.Signature
    ) throws(RetentionFallback) -> (PaymentRequest, OfferSignatureCheck) {
        switch signature {
        case .one(let request): return (request, store.check(request))
        case .two(let document):
            let request: PaymentRequest?
            do {
                let verified = try store.verified(document, productIdentifier: .unchecked)
                request = try store.payment(for: verified)
            } catch {
                throw .invalidResponse(reason: error.localizedDescription)
            }
            guard let request else {
                let reason = "promotionalOfferSignatureV2 is not that of a promotional offer"
                throw .invalidResponse(reason: reason)
            }
            return (request, store.check(request))
        }
    }

    private func offer(
        _ request: PaymentRequest,
        _ signature: OfferSignatureCheck,
        in reader: LedgerReader
    ) throws -> RetentionRule.Offer {
        let rule = try store.rule(
            for: request,
            signature: signature,
            at: store.clock.now,
            in: reader
        )
        var refusal: String?
        if case .failed(let failure, _)? = rule.refusal {
            refusal = failure.reason ?? "the code is \(failure.code.rawValue)"
        }
        return RetentionRule.Offer(
            id: request.discount?.offerID ?? "",
            productID: request.productID,
            refusal: refusal
        )
    }
}
