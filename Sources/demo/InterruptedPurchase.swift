import Foundation
import StoreKit
import SwiftyStoreKit

/// A purchase whose app is killed between payment and delivery; the next launch completes it.
@MainActor
enum InterruptedPurchase {
    static let firstLaunch = "--first-launch"
    static let nextLaunch = "--next-launch"

    /// Launches the app twice on one account, in processes of their own.
    static func run() async throws {
        let account = FileManager.default.temporaryDirectory
            .appendingPathComponent("teacup-bay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: account, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: account) }
        let first = try await launch(firstLaunch, account: account)
        guard first.terminationReason == .uncaughtSignal else { return }
        Terminal.say(.narrator, "The app is gone, killed by signal \(first.terminationStatus).")
        Terminal.say(.customer, "plugs in the phone and opens the app again")
        _ = try await launch(nextLaunch, account: account)
    }

    /// The first launch: killed after the payment and before the delivery.
    static func purchaseAndCrash() async throws {
        let error = await withCheckedContinuation { failed in
            SwiftyStoreKit.purchaseProduct(Item.shells.rawValue, atomically: false) { result in
                switch result {
                case .success:
                    Terminal.say(.narrator, "The payment went through. The battery did not.")
                    kill(getpid(), SIGKILL)
                case .error(let error): failed.resume(returning: error)
                }
            }
        }
        throw error
    }

    /// The second launch: `completeTransactions`, which every app calls at launch, brings the
    /// purchase.
    static func completeAtNextLaunch() async {
        await withCheckedContinuation { delivered in
            var isFirst = true
            SwiftyStoreKit.completeTransactions(atomically: false) { purchases in
                for purchase in purchases
                where purchase.transaction.transactionState == .purchased {
                    Terminal.say(.app, "Welcome back! Your purchase is here:")
                    PurchaseManager.deliver(purchase, finishing: purchase.transaction)
                }
                if isFirst { delivered.resume() }
                isFirst = false
            }
        }
        // An app stays open after this; a process that ends immediately has to wait for the
        // finishing. StoreKit's queue holds a transaction until that is done, unlike
        // `pendingTransactions`.
        while !SKPaymentQueue.default().transactions.isEmpty { await Task.yield() }
        Terminal.say(.narrator, "Paid once, delivered once; nothing is left waiting.")
    }

    private static func launch(_ option: String, account: URL) async throws -> Process {
        let app = Process()
        app.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        app.arguments = [option]
        app.environment = ProcessInfo.processInfo.environment.merging([
            "STOREKIT_CONFIGURATION": try GuidedDemo.configurationFile().path,
            "STOREKIT_STORE": account.appendingPathComponent("AppStore.ledger").path,
            "STOREKIT_DIALOGS": "confirm",
        ]) { $1 }
        return try await withCheckedThrowingContinuation { end in
            app.terminationHandler = { end.resume(returning: $0) }
            do {
                try app.run()
            } catch {
                app.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
    }
}
