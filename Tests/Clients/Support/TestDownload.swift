import Foundation
import StoreKit

/// Hosted content of a purchase, which the local store does not have: loaded, or on its way.
final class TestDownload: SKDownload {
    private let place: URL?
    private let purchase: SKPaymentTransaction

    init(of purchase: SKPaymentTransaction, at place: URL?) {
        self.purchase = purchase
        self.place = place
    }

    override var contentURL: URL? { place }
    override var transaction: SKPaymentTransaction { purchase }
}
