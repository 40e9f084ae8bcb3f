import LocalAppStore
import Testing

@testable import StoreKit

@Suite struct StoreErrorTests {
    @Test func `an app is told not to pay again when nobody knows whether it paid`() {
        let error = SKError.wrapping(Store.Error.uncertainChange(path: "/tmp/store.ledger"))
        #expect(error.code == .unknown)
        #expect(error.localizedDescription.contains("Do not pay again"))
    }
}
