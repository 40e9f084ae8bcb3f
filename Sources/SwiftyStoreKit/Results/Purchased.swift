public import Foundation

/// Something a customer bought.
public protocol Purchased {
    /// The identifier of the product, as it is in App Store Connect.
    var productId: String { get }
    /// How many were bought in one payment.
    var quantity: Int { get }
    /// When it was bought for the first time.
    var originalPurchaseDate: Date { get }
}
