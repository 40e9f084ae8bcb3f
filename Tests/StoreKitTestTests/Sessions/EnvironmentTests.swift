import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A process has one environment and opens its store once, so each of these runs in a process of its own.
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

                var session: SKTestSession? = try .make()
                queue.add(SKPayment.make(Wares.colours))
                #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
                #expect(session?.allTransactions().map(\.productIdentifier) == [Wares.colours])
                session = nil

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
