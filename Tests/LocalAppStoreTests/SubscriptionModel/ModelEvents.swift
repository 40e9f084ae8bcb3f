import Foundation

/// How often the events happened that a history may miss.
struct ModelEvents: CustomStringConvertible {
    /// An event that the histories have to reach.
    enum Kind: Hashable {
        case acceptedOffer(ModelOffer.Kind)
        case refusedOffer(ModelOffer.Kind)
        case stackedCode
        /// A change at once to a product whose introductory offer a new customer would have got.
        case upgradeWithoutTrial
        /// An introductory offer for a customer who subscribed before without one.
        case trialOfFormerSubscriber
        case offerAtRenewal
        case renewalWithOffer
        /// The payment for a failed renewal with an offer.
        case recoveryWithOffer
        /// A change that was taken back, with the rest of an offer.
        case returnToOffer
        /// Another purchase of what begins with an offer at the next renewal.
        case chosenAgain
        case refundOfPresent
        case refundOfEarlier
        case reversalOfPresent
        case reversalAfterEnd
        /// The customer bought something later, which was refunded at once.
        case reversalOfEarlier
        case reversalOfReplaced
        case reversalOfFormer
        case refusedReversal
        case family(ModelMember.Event)
    }

    private(set) var counts: [Kind: Int] = [:]

    mutating func note(_ kind: Kind) { counts[kind, default: 0] += 1 }

    mutating func add(_ other: ModelEvents) { counts.merge(other.counts, uniquingKeysWith: +) }

    var description: String {
        counts.map { "\($0.value) × \($0.key)" }.sorted().joined(separator: "\n")
    }

    /// The events that the histories must reach.
    static let expected: [Kind] =
        [
            .stackedCode, .upgradeWithoutTrial, .trialOfFormerSubscriber, .offerAtRenewal,
            .renewalWithOffer, .recoveryWithOffer, .returnToOffer, .chosenAgain,
            .refundOfPresent, .refundOfEarlier, .reversalOfPresent, .reversalAfterEnd,
            .reversalOfEarlier, .reversalOfReplaced, .reversalOfFormer, .refusedReversal,
        ]
        + [ModelOffer.Kind.promotional, .code, .winBack].flatMap {
            [.acceptedOffer($0), .refusedOffer($0)]
        }
        + ModelMember.Event.allCases.map { .family($0) }
}

/// A notification of the App Store's server.
struct ModelNotification: CustomStringConvertible {
    let date: Date
    let event: String

    var description: String { "\(date.ISO8601Format()) \(event)" }
}

extension [ModelNotification] {
    /// Removes those that a store, which is opened at a date, no longer has.
    mutating func removeOld(at date: Date) { removeAll { $0.date < date - 180 * 86_400 } }
}
