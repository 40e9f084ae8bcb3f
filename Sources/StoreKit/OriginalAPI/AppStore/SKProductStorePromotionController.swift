internal import Dispatch
public import Foundation
package import LocalAppStore

/// Chooses which promoted products the App Store shows on this device, and in which order.
///
/// Calls take effect in their order. Every completion handler is called once, on the main queue.
open class SKProductStorePromotionController: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; its stored properties never change.
    private static let shared = SKProductStorePromotionController()
    /// The connection to the controller's only store; `nil` for the store in use.
    private let ownConnection: StoreConnection?
    // The ledger is not accessed on the caller's thread, which is usually the main thread.
    private let work = InternalQueue(label: "StoreKit.SKProductStorePromotionController")

    /// Makes a controller for the store in use.
    public override init() {
        ownConnection = nil
        super.init()
    }

    /// Makes a controller for one store, regardless of the store in use.
    package init(store: Store) {
        ownConnection = StoreConnection(store: store)
        super.init()
    }

    /// The shared controller.
    ///
    /// As with Apple's, its type is the class it is called on, and the object is the same.
    open class func `default`() -> Self {
        // Apple's method returns an object of the wrong type to subclasses; a checked cast would
        // trap.
        Unmanaged<Self>.fromOpaque(Unmanaged.passUnretained(shared).toOpaque())
            .takeUnretainedValue()
    }

    /// Reads whether a promoted product is shown on this device.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler:
            (@Sendable (SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
    ) {
        let productID = product.productIdentifier
        perform({ SKProductStorePromotionVisibility(try $0.promotionChoices.isShown[productID]) }) {
            completionHandler?((try? $0.get()) ?? .default, $0.failure)
        }
    }

    /// Chooses whether a promoted product is shown on this device.
    open func update(
        storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let productID = product.productIdentifier
        perform({ store in
            try store.updatePromotionChoices { $0.isShown[productID] = promotionVisibility.isShown }
        }) { completionHandler?($0.failure) }
    }

    /// Reads the order that was chosen for this device; empty if none was.
    ///
    /// Products that the store no longer sells are left out.
    open func fetchStorePromotionOrder(
        completionHandler: (@Sendable ([SKProduct], (any Error)?) -> Void)? = nil
    ) {
        perform({ store in
            let settings = try store.settings
            return try store.promotionChoices.order
                .compactMap(store.catalog.product(withIdentifier:))
                .map { SKProduct($0, settings: settings) }
        }) { completionHandler?((try? $0.get()) ?? [], $0.failure) }
    }

    /// Chooses the order of the promoted products on this device; an empty one resets the choice.
    open func update(
        storePromotionOrder promotionOrder: [SKProduct],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let productIDs = promotionOrder.map(\.productIdentifier)
        perform({ store in try store.updatePromotionChoices { $0.order = productIDs } }) {
            completionHandler?($0.failure)
        }
    }

    /// Accesses the store that is in use now, on `work`, and reports the result on the main queue.
    private func perform<Output: Sendable>(
        _ body: @escaping @Sendable (Store) throws -> Output,
        completion: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) {
        // Each call has a scope of its own, because tests share the default controller.
        let scope = StoreScope.current
        let connection = ownConnection ?? scope.connection
        let openedStore = connection.openedStore
        let completion = Handover.toMainQueue(completion)
        work.async {
            let result = Result { try body(openedStore ?? connection.store()) }
            MainQueueWatch.shared.async { scope.run { completion.object.take()?(result) } }
        }
    }
}

/// Whether a promoted product is shown in the App Store on this device.
@frozen
public enum SKProductStorePromotionVisibility: Int, Sendable {
    /// As it is configured for all devices.
    case `default` = 0

    /// It is shown.
    case show = 1

    /// It is hidden.
    case hide = 2
}

extension SKProductStorePromotionVisibility {
    fileprivate init(_ isShown: Bool?) {
        self = isShown.map { $0 ? .show : .hide } ?? .default
    }

    fileprivate var isShown: Bool? { self == .default ? nil : self == .show }
}

extension Result {
    /// The error as an app receives it.
    fileprivate var failure: (any Error)? {
        guard case .failure(let failure) = self else { return nil }
        return SKError.wrapping(failure)
    }
}
