public import Foundation

extension Product {
    /// An offer of an auto-renewable subscription.
    public struct SubscriptionOffer: Hashable, Sendable {
        /// The identifier of the offer; `nil` for an introductory offer.
        public let id: String?
        /// The type of the offer.
        public let type: OfferType
        /// The price of one period of the offer, in the currency of the storefront.
        public let price: Decimal
        /// The price as a string, in the format and currency of the storefront.
        public let displayPrice: String
        /// The length of one period of the offer.
        public let period: SubscriptionPeriod
        /// The number of periods; 1 unless each is paid separately.
        public let periodCount: Int
        /// The payment mode of the offer.
        public let paymentMode: PaymentMode
    }
}
