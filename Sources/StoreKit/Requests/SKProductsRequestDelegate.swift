/// An object that gets the products it asked for.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// Hands over the answer, on the main queue, right before `requestDidFinish(_:)`.
    func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    )
}
