internal import Synchronization

/// A promotion storage that lasts as long as the object.
package final class MemoryPromotionStorage: PromotionStorage {
    private struct Choices {
        var visibilities: [String: SKProductStorePromotionVisibility] = [:]
        var order: [SKProduct] = []
    }

    private let choices = Mutex(Choices())

    package init() {}

    package func visibility(of product: SKProduct) -> SKProductStorePromotionVisibility {
        let identifier = product.productIdentifier
        return choices.withLock { choices in choices.visibilities[identifier] ?? .default }
    }

    package func setVisibility(
        _ visibility: SKProductStorePromotionVisibility,
        of product: SKProduct
    ) {
        let identifier = product.productIdentifier
        choices.withLock { choices in choices.visibilities[identifier] = visibility }
    }

    package func order() -> [SKProduct] {
        choices.withLock { choices in choices.order }
    }

    package func setOrder(_ products: [SKProduct]) {
        choices.withLock { choices in choices.order = products }
    }
}
