import Foundation
import StoreKit

// The shared state of all calls. On Apple's platforms a process has it once. The local store has it
// once for the process, and once for each test that has a store of its own.

extension SwiftyStoreKit {
    #if canImport(Darwin)
    static let shared = PurchaseCoordinator(queue: SKPaymentQueue.default())
    static let receipts = ReceiptCoordinator()
    #else
    static var shared: PurchaseCoordinator {
        let scope = StoreScope.current
        return scope.member { PurchaseCoordinator(in: scope) }
    }

    static var receipts: ReceiptCoordinator {
        let scope = StoreScope.current
        return scope.member { ReceiptCoordinator(in: scope) }
    }
    #endif
}

extension Log {
    #if canImport(Darwin)
    static var current: Log { .shared }
    #else
    /// The log of the present test, or else of the process.
    static var current: Log { StoreScope.current.log }
    #endif
}

#if !canImport(Darwin)
// The members of a scope. They hold it weakly, because it owns them; a call that is on its way to a
// client's code retains it.

extension StoreScope {
    fileprivate var log: Log {
        self === StoreScope.process ? .shared : member { Log() }
    }

    fileprivate var callbacks: CallbackQueue {
        member {
            CallbackQueue(isCurrent: CallbackQueue.isMainQueue) { [weak self] block in
                let scope = self.orEnded
                DispatchQueue.main.async { scope.run(block) }
            }
        }
    }
}

extension Optional<StoreScope> {
    /// The scope, or one without a store if it was released.
    fileprivate var orEnded: StoreScope { self ?? .ended }
}

extension PurchaseCoordinator: StoreScopeMember {
    fileprivate convenience init(in scope: StoreScope) {
        self.init(
            queue: scope.queue,
            callbacks: scope.callbacks,
            delay: { [weak scope] seconds, block in
                let scope = scope.orEnded
                Self.delayOnMainQueue(seconds) { scope.run(block) }
            },
            makeProductsRequest: { [weak scope] productIDs, completion in
                scope.orEnded.run {
                    let request = SKProductsRequest(productIdentifiers: productIDs)
                    return StoreKitRequest.products(request, completion: completion)
                }
            },
            priceVersion: { [weak scope] in
                scope.orEnded.run(ProductsController.storePriceVersion)
            },
            storeInUse: { [weak scope] in scope.orEnded.run { StoreConnection.current.openedStore }
            },
            log: scope.log
        )
    }

    package func scopeEnded() {
        end()
    }

    package var isOfApp: Bool { true }

    package func appWasKilled() {
        end(because: "The app was killed before the call ended.", forGood: true)
    }
}

extension ReceiptCoordinator: StoreScopeMember {
    fileprivate convenience init(in scope: StoreScope) {
        self.init(
            callbacks: scope.callbacks,
            background: { [weak scope] work in
                Self.runInBackground(scope.orEnded.background(work))
            }
        )
    }

    package var isOfApp: Bool { true }
}

extension CallbackQueue: StoreScopeMember {}
extension Log: StoreScopeMember {}
#endif
