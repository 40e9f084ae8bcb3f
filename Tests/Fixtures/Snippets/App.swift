// Declarations that the documentation's snippets use, and are compiled with. Shop.swift sets the
// values before the samples run.
import AppReceipt
import Foundation
import LocalAppStore
import ReceiptValidation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@MainActor func unlock(_ productId: String) {}
@MainActor func unlock(until date: Date) {}
@MainActor func deliver(_ purchase: PurchaseDetails, then done: @escaping () -> Void) { done() }
@MainActor func send(_ text: String) {}
@MainActor func keep(_ folder: URL) {}
@MainActor func putOff(_ payment: SKPayment) {}

@MainActor func show(_ text: String) {}
@MainActor func show(_ result: PurchaseResult) {
    if case .error(let error) = result { explain(error) }
}
@MainActor func show(_ statuses: [String: ProductStatus]) {}
@MainActor func showWaiting() {}
@MainActor func showFailure() { Issue.record("The sample shows a failure.") }
@MainActor func showPlans() {}
@MainActor func explain(_ error: any Error) {
    // No verifier of an app on sale trusts a local store.
    if case .receiptInvalid? = error as? ReceiptError { return }
    Issue.record(error)
}

@MainActor var product = SKProduct()
@MainActor var payment = SKPayment()
@MainActor var receipt: ReceiptInfo = [:]
@MainActor var validator = LocalReceiptValidator(
    verifier: ReceiptVerifier(rules: []),
    referenceDate: { Date() }
)

@MainActor var testSession: SKTestSession?
@MainActor var session: SKTestSession {
    guard let testSession else { fatalError("The sample has no session.") }
    return testSession
}
struct NotBought: Error {}
struct NotDeferred: Error {}
struct NotRenewed: Error {}
struct NotInGracePeriod: Error {}

@MainActor var data = Data()
let start = Date(timeIntervalSince1970: 1_735_689_600)
let end = start.addingTimeInterval(365 * 86_400)
let content = ReceiptContent(
    type: .productionSandbox,
    bundleIdentifier: "com.example.app",
    appVersion: "1",
    creationDate: start
)
@MainActor var localStore: Store?
@MainActor var store: Store {
    guard let localStore else { fatalError("The sample has no store.") }
    return localStore
}
@MainActor var requestBody = Data()

extension Bundle {
    /// What SwiftPM declares in a target with resources.
    static var module: Bundle { main }
}
