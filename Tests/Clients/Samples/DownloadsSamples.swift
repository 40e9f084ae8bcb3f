// The samples stand here to the letter.
// swift-format-ignore-file
import Foundation
import StoreKit
import SwiftyStoreKit

@MainActor
enum DownloadsSamples {
    static func startDownloads() {
// seed 000 001 003 004: Start downloads
SwiftyStoreKit.purchaseProduct("com.musevisions.SwiftyStoreKit.Purchase1", quantity: 1, atomically: false) { result in
    switch result {
    case .success(let product):
        let downloads = product.transaction.downloads
        if !downloads.isEmpty {
            SwiftyStoreKit.start(downloads)
        }
    case .error(let error):
        print("\(error)")
    }
}
// end of the sample
    }

    static func updatedDownloads() {
// seed 000 001 003 004: Check updated downloads
SwiftyStoreKit.updatedDownloadsHandler = { downloads in

    // contentURL is not nil if downloadState == .finished
    let contentURLs = downloads.flatMap { $0.contentURL }
    if contentURLs.count == downloads.count {
        // process all downloaded files, then finish the transaction
        SwiftyStoreKit.finishTransaction(downloads[0].transaction)
    }
}
// end of the sample
    }
}
