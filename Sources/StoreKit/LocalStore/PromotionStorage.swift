/// Where the promotion controller keeps what the app chose for this device.
package protocol PromotionStorage: Sendable {
    /// Reads whether the product shows; `.default` if the app never chose.
    func visibility(of product: SKProduct) throws -> SKProductStorePromotionVisibility

    /// Keeps whether the product shows.
    func setVisibility(
        _ visibility: SKProductStorePromotionVisibility,
        of product: SKProduct
    ) throws

    /// Reads the order of the promoted products; empty if the app never chose.
    func order() throws -> [SKProduct]

    /// Keeps the order of the promoted products; an empty one takes the choice back.
    func setOrder(_ products: [SKProduct]) throws
}
