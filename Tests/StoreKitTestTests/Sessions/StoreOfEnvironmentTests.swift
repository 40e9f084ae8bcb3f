import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A process has one environment and opens its store once, so each of these tests runs in a process
/// of its own.
extension StoreInUse {
    @Suite("The environment's store")
    struct EnvironmentTests {
        @Test(
            "Purchases in a session are not in the environment's store, which returns later"
        )
        func isolation() async {
            await #expect(processExitsWith: .success) {
                let folder = try Self.environment()
                let (recorder, queue) = QueueRecorder.ofStoreInUse()
                queue.add(SKPayment.make(SampleProducts.hints))
                #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))

                let session = try SKTestSession.make()
                queue.add(SKPayment.make(SampleProducts.colours))
                #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
                #expect(
                    session.allTransactions().map(\.productIdentifier) == [SampleProducts.colours]
                )
                session.close()

                queue.add(SKPayment.make(SampleProducts.pass))
                #expect(await recorder.receives(.updated(SampleProducts.pass, .purchased)))
                let catalog = try Catalog(contentsOf: SampleProducts.file)
                let store = try Store(catalog: catalog, at: .file(folder.file("Ledger")))
                #expect(
                    try store.entries().map(\.productID) == [
                        SampleProducts.hints, SampleProducts.pass,
                    ]
                )
            }
        }

        @Test("The device has an identifier before the app calls anything else")
        func device() async {
            await #expect(processExitsWith: .success) {
                let folder = try Self.environment()
                #expect(AppStore.deviceVerificationID != nil)
                withExtendedLifetime(folder) {}
            }
        }

        @Test("Without a store a product request fails with an error that says what to set")
        func productsWithoutStore() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                let error = await #expect(throws: SKError.self) {
                    try await ProductsLoader.products(SampleProducts.hints)
                }
                #expect(error?.code == .unknown)
                #expect(error?.userInfo[NSDebugDescriptionErrorKey] as? String == Self.advice)
            }
        }

        @Test("Without a store a payment fails with an error that says what to set")
        func paymentWithoutStore() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                #expect(SKPaymentQueue.canMakePayments())
                let (recorder, queue) = QueueRecorder.ofStoreInUse()
                #expect(queue.storefront == nil)
                queue.add(SKPayment.make(SampleProducts.hints))
                #expect(await recorder.receives(.updated(SampleProducts.hints, .failed)))
                let error = recorder.transaction(of: SampleProducts.hints)?.error
                let reason = (error as? SKError)?.userInfo[NSDebugDescriptionErrorKey]
                #expect(reason as? String == Self.advice)
            }
        }

        @Test("A store that comes into use later is followed for existing observers")
        func late() async {
            await #expect(processExitsWith: .success) {
                unsetenv("STOREKIT_CONFIGURATION")
                let (recorder, queue) = QueueRecorder.ofStoreInUse()
                queue.add(SKPayment.make(SampleProducts.hints))
                #expect(await recorder.receives(.updated(SampleProducts.hints, .failed)))
                let session = try SKTestSession.make()
                _ = try session.bought(SampleProducts.colours)
                #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
            }
        }

        @Test("Purchases are confirmed as the environment says, unless dialogs are disabled")
        func dialogs() async {
            await #expect(processExitsWith: .success) {
                setenv("STOREKIT_DIALOGS", "refuse", 1)
                let session = try SKTestSession.make()
                let (recorder, queue) = QueueRecorder.ofStoreInUse()
                queue.add(SKPayment.make(SampleProducts.hints))
                #expect(await recorder.receives(.updated(SampleProducts.hints, .failed)))
                let error = recorder.transaction(of: SampleProducts.hints)?.error as? SKError
                #expect(error?.code == .paymentCancelled)
                #expect(try session.bought(SampleProducts.pass).state == .purchased)
                session.disableDialogs = true
                queue.add(SKPayment.make(SampleProducts.colours))
                #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
            }
        }

        @Test("A session is refused when the environment names unknown dialogs")
        func unknownDialogs() async {
            await #expect(processExitsWith: .success) {
                setenv("STOREKIT_DIALOGS", "sometimes", 1)
                let error = #expect(throws: (any Error).self) { try SKTestSession.make() }
                #expect(error?.localizedDescription.contains("\"sometimes\"") == true)
            }
        }

        @Test("A process without a store reports that in one line, whatever is called first")
        func reporting() async throws {
            let requesting = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                unsetenv("STOREKIT_CONFIGURATION")
                #expect(SKPaymentQueue.canMakePayments())
                #expect(SKPaymentQueue.default().storefront == nil)
                await #expect(throws: SKError.self) {
                    try await ProductsLoader.products(SampleProducts.hints)
                }
            }
            #expect(requesting.lines(with: Self.advice) == ["StoreKit: \(Self.advice)"])
            let observing = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                unsetenv("STOREKIT_CONFIGURATION")
                let recorder = QueueRecorder()
                SKPaymentQueue.default().add(recorder)
                #expect(SKPaymentQueue.default().transactions.isEmpty)
            }
            #expect(observing.lines(with: Self.advice).count == 1)
        }

        @Test("A missing configuration and unknown dialogs are reported")
        func reportingMistakes() async throws {
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
                #expect(StoreConnection.current.receiptFile == nil)
                withExtendedLifetime(folder) {}
            }
            #expect(dialogs.lines(with: "STOREKIT_DIALOGS").count == 1)
        }

        private static let advice =
            "No store: set STOREKIT_CONFIGURATION to the path of a .storekit file, "
            + "or make an SKTestSession"

        /// Names a store of the sample products with the ledger in a temporary folder.
        private static func environment() throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            setenv("STOREKIT_CONFIGURATION", SampleProducts.file.path, 1)
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
