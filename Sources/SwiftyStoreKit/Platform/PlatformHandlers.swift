import StoreKit

/// The handlers that only some platforms have.
struct PlatformHandlers: Sendable {
    #if !os(watchOS)
    var shouldAddStorePayment: Unchecked<ShouldAddStorePaymentHandler>?
    #endif
    #if !os(visionOS)
    var updatedDownloads: Unchecked<UpdatedDownloadsHandler>?
    #endif
}
