internal import Dispatch
public import Foundation
internal import Synchronization

/// Chooses which promoted products the App Store shows on this device, and in which order.
///
/// Every completion handler is called once, on the main queue.
open class SKProductStorePromotionController: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; the storage is behind a lock.
    private static let shared = SKProductStorePromotionController()
    private let storage = Mutex<any PromotionStorage>(MemoryPromotionStorage())

    /// Makes a controller that shares nothing with the ``default()`` one.
    public override init() {
        super.init()
    }

    /// The controller that everybody shares.
    ///
    /// As with Apple's, the type follows the class it is called on, the object does not.
    open class func `default`() -> Self {
        // Swift has no other way to give the one shared object the type of a subclass.
        unsafeDowncast(shared, to: self)
    }

    /// Reads whether a promoted product shows on this device.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler:
            (@Sendable (SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
    ) {
        let result = Result { try currentStorage.visibility(of: product) }
        report { completionHandler?((try? result.get()) ?? .default, result.failure) }
    }

    /// Chooses whether a promoted product shows on this device.
    open func update(
        storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try currentStorage.setVisibility(promotionVisibility, of: product) }
        report { completionHandler?(result.failure) }
    }

    /// Reads the order that was chosen for this device; empty if none was.
    open func fetchStorePromotionOrder(
        completionHandler: (@Sendable ([SKProduct], (any Error)?) -> Void)? = nil
    ) {
        let result = Result { try currentStorage.order() }
        report { completionHandler?((try? result.get()) ?? [], result.failure) }
    }

    /// Chooses the order of the promoted products on this device; an empty one takes the choice back.
    open func update(
        storePromotionOrder promotionOrder: [SKProduct],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try currentStorage.setOrder(promotionOrder) }
        report { completionHandler?(result.failure) }
    }

    /// Keeps the choices elsewhere from now on.
    package func use(_ newStorage: any PromotionStorage) {
        storage.withLock { storage in storage = newStorage }
    }

    private var currentStorage: any PromotionStorage {
        storage.withLock { storage in storage }
    }

    private func report(_ handler: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: handler)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
