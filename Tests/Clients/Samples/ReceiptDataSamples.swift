// The samples stand here to the letter.
// swift-format-ignore-file
import Foundation
import SwiftyStoreKit

@MainActor
enum ReceiptDataSamples {
    static func readFile() -> String? {
// seed 000 001 002 003 004: The receipt file
let receiptData = SwiftyStoreKit.localReceiptData
let receiptString = receiptData?.base64EncodedString(options: [])
// do your receipt validation here
// end of the sample
        return receiptString
    }

    static func fetchReceipt() {
// seed 000 001 003 004: Fetch the receipt
SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
    switch result {
    case .success(let receiptData):
        let encryptedReceipt = receiptData.base64EncodedString(options: [])
        print("Fetch receipt success:\n\(encryptedReceipt)")
    case .error(let error):
        print("Fetch receipt failed: \(error)")
    }
}
// end of the sample
    }
}
