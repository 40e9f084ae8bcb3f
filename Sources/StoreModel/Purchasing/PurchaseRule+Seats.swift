// Refusals of seats.
extension PurchaseRule {
    /// Seats are added by the new total; fewer are a choice for the next renewal.
    ///
    /// A purchase without seats of another product in the group, or by another plan, would reduce
    /// them, too. This is inference.
    func seatRefusal(_ product: CatalogProduct) -> Outcome? {
        let present = history.presentSeatCount(at: date)
        guard let seatCount = request.seatCount else {
            let isPresent = history.subscription?.isOf(product.id, by: request.billingPlan) == true
            return present > 1 && !isPresent ? reductionRefusal(from: present) : nil
        }
        guard product.sellsSeats else {
            let reason = "\"\(product.id)\" is sold without seats."
            return .failed(
                .init(.paymentInvalid, underlying: .multiSeatPurchaseDisabled, reason: reason)
            )
        }
        guard (1...SeatPricing.limit).contains(seatCount) else {
            return .failed(
                .paymentInvalid,
                because: "The number of seats is \(seatCount); it is 1 to \(SeatPricing.limit)."
            )
        }
        if seatCount < present { return reductionRefusal(from: present) }
        return change(to: product) == .seatAddition ? additionRefusal : nil
    }

    /// The reason why no seats are added to the period.
    ///
    /// An offer applies to a period, and not to added seats; a grace period is not paid. Both are
    /// inference.
    private var additionRefusal: Outcome? {
        if request.offer != nil {
            let reason = "Seats are added to a period without an offer."
            return .failed(.ineligibleForOffer, because: reason)
        }
        guard history.subscription?.billingIssue != nil else { return nil }
        let reason = "The renewal is not paid, so there is no period to add seats to."
        return .failed(.unknown, because: reason)
    }

    private func reductionRefusal(from seatCount: Int) -> Outcome {
        let reason =
            "The customer has \(seatCount) seats; fewer are chosen for the next renewal, in the "
            + "subscription's settings."
        return .failed(
            .init(.paymentInvalid, underlying: .seatReductionNotAllowed, reason: reason)
        )
    }
}
