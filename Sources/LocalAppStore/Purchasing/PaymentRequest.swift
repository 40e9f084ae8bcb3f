public import Foundation

/// What a customer asks the store to sell.
public struct PaymentRequest: Sendable, Equatable {
    /// Names the payment: the same token is never charged twice.
    public var token: UUID
    /// The product to buy.
    public var productID: String
    /// How many to buy; the store accepts 1 to 10, and more than one only of what can be owned more
    /// than once.
    public var quantity: Int
    /// What the app says about whose purchase it is.
    public var applicationUsername: String?
    /// Data that the app attaches to the payment.
    public var requestData: Data?
    /// The promotional offer to apply.
    public var discount: Discount?
    /// Whether to act as if the customer had to ask somebody for approval.
    public var simulatesAskToBuy: Bool
    /// Whether the customer buys outside the app, where the app's dialogs have no part.
    public var isMadeOutsideApp: Bool

    /// Makes a request for one piece of a product; all other parameters are optional.
    public init(
        productID: String,
        quantity: Int = 1,
        token: UUID = UUID(),
        applicationUsername: String? = nil,
        requestData: Data? = nil,
        discount: Discount? = nil,
        simulatesAskToBuy: Bool = false,
        isMadeOutsideApp: Bool = false
    ) {
        self.token = token
        self.productID = productID
        self.quantity = quantity
        self.applicationUsername = applicationUsername
        self.requestData = requestData
        self.discount = discount
        self.simulatesAskToBuy = simulatesAskToBuy
        self.isMadeOutsideApp = isMadeOutsideApp
    }
}
