import Foundation
import StoreKit
import SwiftyStoreKit

/// A purchase whose app is killed between payment and delivery; the next launch completes it.
@MainActor
enum InterruptedPurchase {
    static let firstLaunch = "--first-launch"
    static let nextLaunch = "--next-launch"

    /// Launches the app twice on one account, in processes of their own.
    static func run() throws {
        let account = FileManager.default.temporaryDirectory
            .appendingPathComponent("teacup-bay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: account, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: account) }
        let first = try launch(firstLaunch, account: account)
        guard first.terminationReason == .uncaughtSignal else { return }
        Terminal.say(.narrator, "The app is gone, killed by signal \(first.terminationStatus).")
        Terminal.say(.customer, "plugs in the phone and opens the app again")
        _ = try launch(nextLaunch, account: account)
    }

    /// The first launch: killed after the payment and before the delivery.
    static func purchaseAndCrash() async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(Item.shells.rawValue, atomically: false)
        Terminal.say(.narrator, "The payment went through. The battery did not.")
        kill(getpid(), SIGKILL)
    }

    /// The second launch: the purchase is delivered outside of a call.
    static func completeAtNextLaunch() async {
        await PurchaseManager.awaitPurchase(greeting: "Welcome back! Your purchase is here:")
        // An app stays open after this; a process that ends immediately has to wait for the
        // finishing. StoreKit's queue holds a transaction until that is done, unlike
        // `pendingTransactions`.
        while !SKPaymentQueue.default().transactions.isEmpty { await Task.yield() }
        Terminal.say(.narrator, "Paid once, delivered once; nothing is left waiting.")
    }

    private static func launch(_ option: String, account: URL) throws -> Process {
        let app = Process()
        app.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        app.arguments = [option]
        app.environment = ProcessInfo.processInfo.environment.merging([
            "STOREKIT_CONFIGURATION": try GuidedDemo.configurationFile().path,
            "STOREKIT_STORE": account.appendingPathComponent("AppStore.ledger").path,
            "STOREKIT_DIALOGS": "confirm",
        ]) { $1 }
        try app.run()
        app.waitUntilExit()
        return app
    }
}
