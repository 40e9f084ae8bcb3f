package import Foundation

/// The content of the page *Confirm Cancellation* for one customer.
package struct RetentionScreen: Sendable, Equatable {
    package let place: DefaultMessagePlace
    /// The message; `nil` if the page has none.
    package let message: IllustratedMessage?
    package let proposal: Proposal
    /// The reason why the page differs from the choice of the developer's server; `nil` if it
    /// doesn't.
    package let fallback: RetentionFallback?

    package init(
        place: DefaultMessagePlace,
        message: IllustratedMessage?,
        proposal: Proposal = .none,
        fallback: RetentionFallback? = nil
    ) {
        self.place = place
        self.message = message
        self.proposal = proposal
        self.fallback = fallback
    }

    /// The proposal beside the message.
    package enum Proposal: Sendable, Equatable {
        case none
        case alternateProduct(id: String, billingPlan: BillingPlan?)
        case promotionalOffer(id: String, productID: String)
        case advancedCommerce(data: String)
    }
}

/// The reason why a customer does not see the choice of the developer's server.
package enum RetentionFallback: Error, Sendable, Equatable {
    /// The product has no default message in the locale, without which nothing is shown.
    case noDefaultMessage
    /// No real-time URL is configured.
    case noRealtimeURL
    /// The response is not complete, or late.
    case failedRequest(StoreNotification.Attempt.Result)
    /// The status is not 200.
    case status(Int)
    /// The response breaks a rule.
    case invalidResponse(reason: String)
    case unknownMessage(UUID)
    case messageNotApproved(UUID, ReviewState)
    case imageNotApproved(UUID, ReviewState)
}

/// Decides about the content of the page from a response.
package struct RetentionRule {
    package let place: DefaultMessagePlace
    /// The subscription's group.
    package let groupID: String
    package let catalog: Catalog
    /// The country of the storefront.
    package let country: StorefrontCountry
    package let defaultMessage: IllustratedMessage?
    /// The message of the response, if it exists.
    package let chosenMessage: IllustratedMessage?

    package init(
        place: DefaultMessagePlace,
        groupID: String,
        catalog: Catalog,
        country: StorefrontCountry,
        defaultMessage: IllustratedMessage?,
        chosenMessage: IllustratedMessage?
    ) {
        self.place = place
        self.groupID = groupID
        self.catalog = catalog
        self.country = country
        self.defaultMessage = defaultMessage
        self.chosenMessage = chosenMessage
    }

    /// The promotional offer of a response, after its signature was verified.
    package struct Offer {
        package let id: String
        package let productID: String
        /// The reason why the customer does not get the offer.
        package let refusal: String?

        package init(id: String, productID: String, refusal: String?) {
            self.id = id
            self.productID = productID
            self.refusal = refusal
        }
    }

    /// Returns the page after a response, or after the failure of its request.
    ///
    /// Source: Apple's documentation of the real-time endpoint and of default messages. That a
    /// default message whose approval was withdrawn counts as missing is inference.
    package func screen(
        after response: Result<RetentionResponse, RetentionFallback>,
        offer: Offer?
    ) -> RetentionScreen {
        guard let defaultMessage, (try? defaultMessage.requireApproval()) != nil else {
            return RetentionScreen(place: place, message: nil, fallback: .noDefaultMessage)
        }
        do throws(RetentionFallback) {
            let response = try response.get()
            let message = try approvedMessage(of: response)
            let proposal = try proposal(of: response, with: message, offer)
            return RetentionScreen(place: place, message: message, proposal: proposal)
        } catch {
            return RetentionScreen(place: place, message: defaultMessage, fallback: error)
        }
    }

    private func approvedMessage(
        of response: RetentionResponse
    ) throws(RetentionFallback) -> IllustratedMessage {
        guard let chosenMessage else { throw .unknownMessage(response.messageIdentifier) }
        let message = chosenMessage.message
        guard message.state == .approved else {
            throw .messageNotApproved(message.identifier, message.state)
        }
        if let image = chosenMessage.unapprovedImage {
            throw .imageNotApproved(image.identifier, image.state)
        }
        return chosenMessage
    }

    private func proposal(
        of response: RetentionResponse,
        with message: IllustratedMessage,
        _ offer: Offer?
    ) throws(RetentionFallback) -> RetentionScreen.Proposal {
        switch response.proposal {
        case .none: return .none
        case .advancedCommerce(let data): return .advancedCommerce(data: data)
        case .alternateProduct(let id, let plan):
            try requireSuitable(id, plan, message)
            return .alternateProduct(id: id, billingPlan: plan)
        case .promotionalOffer:
            guard let offer else { return .none }
            try requireSuitable(offer.productID, nil, message)
            if let reason = offer.refusal { throw .invalidResponse(reason: reason) }
            return .promotionalOffer(id: offer.id, productID: offer.productID)
        }
    }

    /// Throws unless a product is one of the group, the storefront sells the plan, and the message
    /// suits a proposal.
    ///
    /// Source: Apple's documentation of messages: messages for a proposal have no image. Permitting
    /// bullet points, and requiring that the plan is sold, is inference.
    private func requireSuitable(
        _ productID: String,
        _ plan: BillingPlan?,
        _ message: IllustratedMessage
    ) throws(RetentionFallback) {
        let product = catalog.product(withIdentifier: productID)
        guard product?.subscription?.groupID == groupID else {
            let reason =
                "\"\(productID)\" is not a product of the subscription group \"\(groupID)\""
            throw .invalidResponse(reason: reason)
        }
        guard product?.sold(by: plan ?? .upFront, in: country) != nil else {
            let reason =
                "the storefront \(country.code) does not sell \"\(productID)\" with monthly billing"
            throw .invalidResponse(reason: reason)
        }
        guard message.message.content.image == nil else {
            let reason = "a message with an image cannot have an offer or another product"
            throw .invalidResponse(reason: reason)
        }
    }
}
