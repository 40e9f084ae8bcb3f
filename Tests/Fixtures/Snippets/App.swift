// Declarations that the documentation's snippets use: they are compiled with this file, and never
// run.
import AppReceipt
import Foundation
import LocalAppStore
import ReceiptValidation
import StoreKit
import StoreKitTest
import SwiftyStoreKit

@MainActor func unlock(_ productId: String) {}
@MainActor func unlock(until date: Date) {}
@MainActor func deliver(_ purchase: PurchaseDetails, then done: @escaping () -> Void) {}
@MainActor func send(_ text: String) {}
@MainActor func keep(_ folder: URL) {}
@MainActor func putOff(_ payment: SKPayment) {}

@MainActor func show(_ text: String) {}
@MainActor func show(_ result: PurchaseResult) {}
@MainActor func show(_ statuses: [String: ProductStatus]) {}
@MainActor func showWaiting() {}
@MainActor func showFailure() {}
@MainActor func showPlans() {}
@MainActor func explain(_ error: any Error) {}

@MainActor var product: SKProduct { fatalError() }
@MainActor var payment: SKPayment { fatalError() }
@MainActor var receipt: ReceiptInfo { fatalError() }
@MainActor var validator: LocalReceiptValidator { fatalError() }

@MainActor var session: SKTestSession { fatalError() }
struct NotBought: Error {}
struct NotDeferred: Error {}
struct NotRenewed: Error {}
struct NotInGracePeriod: Error {}

var data: Data { fatalError() }
var content: ReceiptContent { fatalError() }
var start: Date { fatalError() }
var end: Date { fatalError() }
var store: Store { fatalError() }
var requestBody: Data { fatalError() }
