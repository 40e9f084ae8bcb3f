// The samples stand here to the letter.
// swift-format-ignore-file
import Foundation
import StoreKit
import SwiftyStoreKit

@MainActor
enum StorePaymentsSamples {
    static func shouldAddStorePayment() {
// seed 000 001 003 004: Purchases started on the App Store
SwiftyStoreKit.shouldAddStorePaymentHandler = { payment, product in
    // return true if the content can be delivered by your app
    // return false otherwise
    return true
}
// end of the sample
    }
}
