// The samples stand here to the letter.
// swift-format-ignore-file
import Foundation
import StoreKit
import SwiftyStoreKit

@MainActor
enum CompleteTransactionsSamples {
    @MainActor struct CompleteTransactions {
// seed 000 001 003 004: Complete transactions
func application(application: UIApplication, didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?) -> Bool {
	// see notes below for the meaning of Atomic / Non-Atomic
	SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
	    for purchase in purchases {
	        switch purchase.transaction.transactionState {
	        case .purchased, .restored:
	            if purchase.needsFinishTransaction {
	                // Deliver content from server, then:
	                SwiftyStoreKit.finishTransaction(purchase.transaction)
	            }
	            // Unlock content
	        case .failed, .purchasing, .deferred:
	            break // do nothing
	        }
	    }
	}
    return true
}
// end of the sample
    }

    @MainActor struct CompleteTransactionsIn002 {
// seed 002: Complete transactions
func application(application: UIApplication, didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?) -> Bool {

	SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
	
	    for purchase in purchases {
	
	        if purchase.transaction.transactionState == .purchased || purchase.transaction.transactionState == .restored {
	
               if purchase.needsFinishTransaction {
                   // Deliver content from server, then:
                   SwiftyStoreKit.finishTransaction(purchase.transaction)
               }
               print("purchased: \(purchase)")
	        }
	    }
	}
 	return true
}
// end of the sample
    }
}
