import Dispatch
import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

/// StoreKit neither retains nor releases a client's objects on its own queues.
@Suite("Objects of a client", .timeLimit(.minutes(10)))
struct ClientObjectTests {
    let store: Store
    let queue: SKPaymentQueue

    init() throws {
        store = try .sample()
        queue = SKPaymentQueue(store: store)
    }

    @Test("The queue may be asked for its transactions from its own queues")
    func ownQueue() async {
        let observer = RecordingObserver()
        let count = await withCheckedContinuation { continuation in
            queue.local.device.work.async { [queue] in
                // The observer waits for the fetch of transactions, which waits for this.
                queue.add(observer)
                continuation.resume(returning: queue.transactions.count)
            }
        }
        #expect(count == 0)
        queue.add(SKPayment.make("coins"))
        #expect(await observer.next(2).last == .updated(["coins purchased"]))
    }

    @Test("The queue keeps no bytes that a client owns")
    func requestData() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        let isReleased = Locked(false)
        do {
            let payment = SKPayment.make("coins")
            payment.requestData = .owned(count: 1_000) { isReleased.withLock { $0 = true } }
            queue.add(payment)
        }
        #expect(isReleased.withLock { $0 })
        _ = await observer.next(2)
        let payment = try #require(observer.transactions.last?.payment)
        #expect(payment.requestData == Data(repeating: 7, count: 1_000))
    }

    @Test("The queue keeps neither a client's payment nor its discount")
    func payment() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        weak var discount: SKPaymentDiscount?
        do {
            let payment = OwnPayment()
            payment.productIdentifier = "coins"
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: "winter",
                keyIdentifier: "key",
                nonce: UUID(),
                signature: "signature",
                timestamp: 7
            )
            discount = payment.paymentDiscount
            queue.add(payment)
        }
        #expect(discount == nil)
        _ = await observer.next(1)
        let payment = try #require(observer.transactions.first?.payment)
        #expect(type(of: payment) == SKPayment.self)
        #expect(payment.productIdentifier == "coins")
        #expect(payment.paymentDiscount?.identifier == "winter")
        #expect(payment.paymentDiscount?.timestamp == 7)
    }

    @Test("The queue does not keep a transaction that is not its own")
    func foreignTransaction() async {
        let isFree = DispatchSemaphore(value: 0)
        queue.local.device.work.async { isFree.wait() }
        weak var released: SKPaymentTransaction?
        do {
            let transaction = SKPaymentTransaction(payment: SKPayment.make("coins"))
            transaction.apply(.init(state: .purchased))
            released = transaction
            queue.finishTransaction(transaction)
        }
        #expect(released == nil)
        isFree.signal()
    }

    @Test("A request is released on the main queue")
    func requests() async {
        let places = EventStream<Bool>()
        // The test's own references end first.
        let isFree = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { isFree.wait() }
        for _ in 0..<Self.rounds {
            RecordingRequest(store, places).start()
        }
        isFree.signal()
        #expect(await places.next(Self.rounds).allSatisfy(\.self))
    }

    @Test("A completion handler is released on the main queue")
    func completionHandlers() async {
        let places = EventStream<Bool>()
        let controller = SKProductStorePromotionController(store: store)
        let isFree = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { isFree.wait() }
        for _ in 0..<Self.rounds {
            let owner = PlaceRecorder(places)
            controller.fetchStorePromotionOrder { _, _ in withExtendedLifetime(owner) {} }
        }
        isFree.signal()
        #expect(await places.next(Self.rounds).allSatisfy(\.self))
    }

    @Test("A reference ends on the main queue, wherever it was last used")
    func reference() async {
        let places = EventStream<Bool>()
        let reference = MainQueueReference(PlaceRecorder(places))
        DispatchQueue.global().async { withExtendedLifetime(reference) {} }
        _ = consume reference
        #expect(await places.next(1) == [true])
    }

    private static let rounds = 1_000
}

extension Data {
    /// Bytes of an owner that hears of their release.
    fileprivate static func owned(count: Int, release: @escaping @Sendable () -> Void) -> Data {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
        bytes.initializeMemory(as: UInt8.self, repeating: 7, count: count)
        return Data(
            bytesNoCopy: bytes,
            count: count,
            deallocator: .custom { bytes, _ in
                bytes.deallocate()
                release()
            }
        )
    }
}

extension DispatchQueue {
    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the present code runs on the main queue, whichever thread serves it.
    fileprivate static var isMain: Bool { getSpecific(key: mainKey) == true }
}

private final class OwnPayment: SKMutablePayment {}

/// Records whether it is released on the main queue.
private final class PlaceRecorder: Sendable {
    private let places: EventStream<Bool>

    init(_ places: EventStream<Bool>) {
        self.places = places
    }

    deinit { places.record(DispatchQueue.isMain) }
}

private final class RecordingRequest: SKProductsRequest, @unchecked Sendable {
    private let recorder: PlaceRecorder

    init(_ store: Store, _ places: EventStream<Bool>) {
        recorder = PlaceRecorder(places)
        super.init(productIdentifiers: ["coins"], store: store)
    }
}
