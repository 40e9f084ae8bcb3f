internal import Dispatch
public import Foundation
package import LocalAppStore

/// Chooses which promoted products the App Store shows on this device, and in which order.
///
/// Every completion handler is called once, on the main queue.
open class SKProductStorePromotionController: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; its one stored property never changes.
    private static let shared = SKProductStorePromotionController()
    private let connection: StoreConnection

    /// Makes a controller for the store in use.
    public override init() {
        connection = .shared
        super.init()
    }

    /// Makes a controller for one store, whichever the process uses.
    package init(store: Store) {
        connection = StoreConnection(store: store)
        super.init()
    }

    /// The controller that everybody shares.
    ///
    /// As with Apple's, the type follows the class it is called on, the object does not.
    open class func `default`() -> Self {
        // A checked cast would trap for a subclass, for which Apple's method lies about the type.
        Unmanaged<Self>.fromOpaque(Unmanaged.passUnretained(shared).toOpaque())
            .takeUnretainedValue()
    }

    /// Reads whether a promoted product shows on this device.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler:
            (@Sendable (SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
    ) {
        let result = Result { try visibility(of: product.productIdentifier) }
        report { completionHandler?((try? result.get()) ?? .default, result.failure) }
    }

    /// Chooses whether a promoted product shows on this device.
    open func update(
        storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let identifier = product.productIdentifier
        let result = Result {
            try connection.store().updatePromotionChoices {
                $0.isShown[identifier] = promotionVisibility.isShown
            }
        }
        report { completionHandler?(result.failure) }
    }

    /// Reads the order that was chosen for this device; empty if none was.
    open func fetchStorePromotionOrder(
        completionHandler: (@Sendable ([SKProduct], (any Error)?) -> Void)? = nil
    ) {
        let result = Result { try order() }
        report { completionHandler?((try? result.get()) ?? [], result.failure) }
    }

    /// Chooses the order of the promoted products on this device; an empty one takes the choice
    /// back.
    open func update(
        storePromotionOrder promotionOrder: [SKProduct],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let identifiers = promotionOrder.map(\.productIdentifier)
        let result = Result {
            try connection.store().updatePromotionChoices { $0.order = identifiers }
        }
        report { completionHandler?(result.failure) }
    }

    private func visibility(of identifier: String) throws -> SKProductStorePromotionVisibility {
        SKProductStorePromotionVisibility(
            try connection.store().promotionChoices.isShown[identifier]
        )
    }

    /// A product that the store no longer sells drops out of the order.
    private func order() throws -> [SKProduct] {
        let store = try connection.store()
        let settings = try store.settings
        return try store.promotionChoices.order
            .compactMap(store.catalog.product(withIdentifier:))
            .map { SKProduct($0, settings: settings) }
    }

    private func report(_ handler: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: handler)
    }
}

extension Result {
    /// The error as an app sees it.
    fileprivate var failure: (any Error)? {
        guard case .failure(let failure) = self else { return nil }
        return SKError.wrapping(failure)
    }
}

extension SKProductStorePromotionVisibility {
    fileprivate init(_ isShown: Bool?) {
        switch isShown {
        case nil: self = .default
        case .some(true): self = .show
        case .some(false): self = .hide
        }
    }

    fileprivate var isShown: Bool? {
        switch self {
        case .default: nil
        case .show: true
        case .hide: false
        }
    }
}
