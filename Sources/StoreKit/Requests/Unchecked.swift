/// Carries a request to the main queue, where its delegate is called.
struct Unchecked<Request: SKRequest>: @unchecked Sendable {
    // Apple's requests are not Sendable. Between start and answer nothing but their locks is
    // touched.
    let value: Request
}
