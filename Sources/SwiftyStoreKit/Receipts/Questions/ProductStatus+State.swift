public import Foundation

extension ProductStatus {
    /// What a customer has of a product.
    public enum State: Equatable, Sendable {
        /// It was bought and does not end.
        case owned
        /// The subscription is paid until the date.
        case active(until: Date)
        /// The price was not collected, and the app should serve the customer until the date
        /// nevertheless.
        case inGracePeriod(until: Date)
        /// The price was not collected; the paid period ended on the date and Apple goes on trying.
        case inBillingRetry(since: Date)
        /// The subscription ended on the date.
        case expired(since: Date)
        /// A better subscription took its place.
        case upgraded
        /// It was taken back, on the date if the receipt tells it.
        case revoked(on: Date?)
    }
}
