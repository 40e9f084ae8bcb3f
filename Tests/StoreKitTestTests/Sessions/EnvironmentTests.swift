import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A process has one environment and opens its store once, so each of these runs in a process of
/// its own.
extension StoreInUse {
    @Suite("The environment's store")
    struct EnvironmentTests {
        @Test("What a session sells stays out of the environment's store, which returns after it")
        func isolation() async {
            await #expect(processExitsWith: .success) {
                let folder = try Self.environment()
                let (watcher, queue) = Watcher.ofStoreInUse()
                queue.add(SKPayment.make(Wares.hints))
                #expect(await watcher.hears(.updated(Wares.hints, .purchased)))

                let session = try SKTestSession.make()
                queue.add(SKPayment.make(Wares.colours))
                #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
                #expect(session.allTransactions().map(\.productIdentifier) == [Wares.colours])
                session.close()

                queue.add(SKPayment.make(Wares.pass))
                #expect(await watcher.hears(.updated(Wares.pass, .purchased)))
                let catalog = try Catalog(contentsOf: Wares.file)
                let store = try Store(catalog: catalog, at: .file(folder.file("Ledger")))
                #expect(try store.entries().map(\.productID) == [Wares.hints, Wares.pass])
            }
        }

        @Test("Without a store a request for products says what to set")
        func productsWithoutStore() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                let error = await #expect(throws: SKError.self) {
                    try await ProductsAsker.products(Wares.hints)
                }
                #expect(error?.code == .unknown)
                #expect(error?.localizedDescription == Self.advice)
            }
        }

        @Test("Without a store a payment fails, saying what to set")
        func paymentWithoutStore() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                #expect(SKPaymentQueue.canMakePayments())
                let (watcher, queue) = Watcher.ofStoreInUse()
                #expect(queue.storefront == nil)
                queue.add(SKPayment.make(Wares.hints))
                #expect(await watcher.hears(.updated(Wares.hints, .failed)))
                let error = watcher.transaction(of: Wares.hints)?.error
                #expect(error?.localizedDescription == Self.advice)
            }
        }

        @Test("A store that comes later serves the observers that were there before")
        func late() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                let (watcher, queue) = Watcher.ofStoreInUse()
                queue.add(SKPayment.make(Wares.hints))
                #expect(await watcher.hears(.updated(Wares.hints, .failed)))
                let session = try SKTestSession.make()
                _ = try session.bought(Wares.colours)
                #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
            }
        }

        @Test("The app's purchases are asked about as the environment says, unless dialogs are off")
        func dialogs() async {
            await #expect(processExitsWith: .success) {
                setenv("STOREKIT_DIALOGS", "refuse", 1)
                let session = try SKTestSession.make()
                let (watcher, queue) = Watcher.ofStoreInUse()
                queue.add(SKPayment.make(Wares.hints))
                #expect(await watcher.hears(.updated(Wares.hints, .failed)))
                let error = watcher.transaction(of: Wares.hints)?.error as? SKError
                #expect(error?.code == .paymentCancelled)
                #expect(try session.bought(Wares.pass).state == .purchased)
                session.disableDialogs = true
                queue.add(SKPayment.make(Wares.colours))
                #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
            }
        }

        @Test("A session is refused when the environment asks for dialogs that do not exist")
        func unknownDialogs() async {
            await #expect(processExitsWith: .success) {
                setenv("STOREKIT_DIALOGS", "sometimes", 1)
                let error = #expect(throws: (any Error).self) { try SKTestSession.make() }
                #expect(error?.localizedDescription.contains("\"sometimes\"") == true)
            }
        }

        @Test("A process without a store says so in one line, whatever it asks for first")
        func speaking() async throws {
            let asking = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                unsetenv("STOREKIT_CONFIGURATION")
                #expect(SKPaymentQueue.canMakePayments())
                #expect(SKPaymentQueue.default().storefront == nil)
                await #expect(throws: SKError.self) {
                    try await ProductsAsker.products(Wares.hints)
                }
            }
            #expect(asking.lines(with: Self.advice) == ["StoreKit: \(Self.advice)"])
            let observing = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                unsetenv("STOREKIT_CONFIGURATION")
                let watcher = Watcher()
                SKPaymentQueue.default().add(watcher)
                #expect(SKPaymentQueue.default().transactions.isEmpty)
            }
            #expect(observing.lines(with: Self.advice).count == 1)
        }

        @Test("A configuration that is malformed and dialogs that do not exist are said")
        func speakingOfMistakes() async throws {
            let file = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                setenv("STOREKIT_CONFIGURATION", "/nowhere/Shop.storekit", 1)
                #expect(SKPaymentQueue.canMakePayments())
            }
            #expect(file.lines(with: "Shop.storekit").count == 1)
            let dialogs = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                let folder = try Self.environment()
                setenv("STOREKIT_DIALOGS", "sometimes", 1)
                #expect(SKPaymentQueue.canMakePayments())
                #expect(StoreConnection.shared.receiptFile == nil)
                withExtendedLifetime(folder) {}
            }
            #expect(dialogs.lines(with: "STOREKIT_DIALOGS").count == 1)
        }

        private static let advice =
            "No store: set STOREKIT_CONFIGURATION to the path of a .storekit file, or make an SKTestSession"

        /// Names a store of the wares, whose ledger is in the folder.
        private static func environment() throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            setenv("STOREKIT_CONFIGURATION", Wares.file.path, 1)
            setenv("STOREKIT_STORE", folder.file("Ledger").path, 1)
            return folder
        }
    }
}

extension ExitTest.Result? {
    /// The lines of standard error that contain a text.
    fileprivate func lines(with text: String) -> [String] {
        String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }
}
