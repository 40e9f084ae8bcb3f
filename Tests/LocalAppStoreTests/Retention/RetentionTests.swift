import Foundation
import GRDB
import TestSupport
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Uploads of retention messages")
struct RetentionTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    private func refusal(_ body: () throws -> Void) -> ServerRequestRefusal? {
        let error = #expect(throws: StoreError.self) { try body() }
        guard case .refusedRequest(let refusal)? = error else { return nil }
        return refusal
    }

    @Test("What was uploaded is there, also when the ledger is opened again")
    func uploads() throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(at: .file(folder.file()))
        try store.uploadRetention()
        try store.configureRealtimeURL()
        try store.close()
        let reopened = try Store.make(at: .file(folder.file())).retention
        #expect(try reopened.images().map(\.identifier) == [.image, .bullet])
        #expect(try reopened.images().map(\.state) == [.approved, .approved])
        let messages = try reopened.messages()
        #expect(messages.map(\.identifier) == [.standard, .chosen, .illustrated])
        #expect(messages.last?.content == (try RetentionMessage.illustrated()))
        #expect(try reopened.defaultMessage(at: .monthly()) == .standard)
        #expect(try reopened.realtimeURL().absoluteString == "http://127.0.0.1:1/")
    }

    @Test("An identifier belongs to one image and one message")
    func identifiers() throws {
        try store.uploadRetention()
        #expect(
            refusal { try store.retention.uploadImage(.image, .fullSize, png: SamplePNG().data) }
                == .imageExists
        )
        #expect(
            refusal { try store.retention.uploadMessage(.standard, .make()) } == .messageExists
        )
        // An image and a message may have the same.
        try store.retention.uploadMessage(.image, .make())
    }

    @Test("The images of a message exist, and are deleted after it")
    func images() throws {
        #expect(
            refusal { try store.retention.uploadMessage(.illustrated, .illustrated()) }
                == .unknownImage
        )
        try store.uploadRetention()
        for image in [UUID.image, .bullet] {
            #expect(refusal { try store.retention.deleteImage(image) } == .imageInUse)
        }
        try store.retention.deleteMessage(.illustrated)
        try store.retention.deleteImage(.image)
        #expect(try store.retention.images().map(\.identifier) == [.bullet])
        #expect(refusal { try store.retention.deleteImage(.image) } == .unknownImage)
        #expect(refusal { try store.retention.deleteMessage(.illustrated) } == .unknownMessage)
    }

    @Test("An app has 2000 images and 2000 messages")
    func maxima() throws {
        try store.change { writer, _ in
            for number in 0..<2000 {
                let identifier = UUID()
                try writer.insert(
                    RetentionImage(
                        identifier: identifier,
                        size: .fullSize,
                        width: 3840,
                        height: 160 + number % 2000,
                        state: .approved
                    )
                )
                try writer.insert(
                    UploadedMessage(identifier: identifier, content: .make(), state: .approved)
                )
            }
        }
        #expect(
            refusal { try store.retention.uploadImage(UUID(), .fullSize, png: SamplePNG().data) }
                == .tooManyImages
        )
        #expect(refusal { try store.retention.uploadMessage(UUID(), .make()) } == .tooManyMessages)
    }

    @Test("A default message is of a subscription, and approved with its images")
    func defaults() throws {
        try store.uploadRetention()
        let retention = store.retention
        let coins = try DefaultMessagePlace(productID: "coins", locale: "en-US")
        #expect(refusal { try retention.setDefaultMessage(.chosen, at: coins) } == .invalidProduct)
        #expect(
            refusal { try retention.setDefaultMessage(UUID(), at: .monthly()) } == .unknownMessage
        )
        try retention.setState(.rejected, of: .message(.chosen))
        #expect(
            refusal { try retention.setDefaultMessage(.chosen, at: .monthly()) }
                == .messageNotApproved
        )
        try retention.setState(.pending, of: .image(.bullet))
        #expect(
            refusal { try retention.setDefaultMessage(.illustrated, at: .monthly()) }
                == .imageNotApproved
        )
        try retention.setState(.approved, of: .image(.bullet))
        try retention.setDefaultMessage(.illustrated, at: .monthly())
        #expect(try retention.defaultMessage(at: .monthly()) == .illustrated)
        #expect(
            refusal { _ = try retention.defaultMessage(at: .monthly("de")) } == .noDefaultMessage
        )
        #expect(
            refusal { try retention.deleteDefaultMessage(at: .monthly("de")) } == .noDefaultMessage
        )
        try retention.deleteDefaultMessage(at: .monthly())
        #expect(refusal { _ = try retention.defaultMessage(at: .monthly()) } == .noDefaultMessage)
    }

    @Test("A deleted message is no default message")
    func deletedDefault() throws {
        try store.uploadRetention()
        try store.retention.deleteMessage(.standard)
        #expect(
            refusal { _ = try store.retention.defaultMessage(at: .monthly()) } == .noDefaultMessage
        )
    }

    @Test("Reviews are of what exists, and production begins with them")
    func reviews() throws {
        let retention = store.retention
        #expect(refusal { try retention.setState(.approved, of: .image(.image)) } == .unknownImage)
        #expect(
            refusal { try retention.setState(.approved, of: .message(.chosen)) } == .unknownMessage
        )
        try store.updateReceiptSettings { $0.environment = .production }
        try retention.uploadImage(.image, .fullSize, png: SamplePNG().data)
        try retention.uploadMessage(.chosen, .make())
        #expect(try retention.images().map(\.state) == [.pending])
        #expect(try retention.messages().map(\.state) == [.pending])
    }

    @Test("A real-time URL is of one environment, and production needs a passed test")
    func urls() throws {
        #expect(refusal { _ = try store.retention.realtimeURL() } == .noRealtimeURL)
        #expect(refusal { try store.retention.setRealtimeURL(nil) } == .noRealtimeURL)
        try store.configureRealtimeURL()
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(try store.retention.configuredURL == nil)
        #expect(refusal { try store.configureRealtimeURL() } == .noPassedPerformanceTest)
        try store.updateReceiptSettings { $0.environment = .sandbox }
        let id = try store.pay("monthly").originalID
        for isPassed in [false, true] {
            let test = try store.retention.beginPerformanceTest(of: id, .init()).test
            let attempt = PerformanceTest.Attempt(result: .success, milliseconds: 1)
            try store.retention.end(
                test,
                with: isPassed ? .init(repeating: attempt, count: 100) : []
            )
            try store.updateReceiptSettings { $0.environment = .production }
            if isPassed {
                try store.configureRealtimeURL("https://shop.example/")
            } else {
                #expect(refusal { try store.configureRealtimeURL() } == .noPassedPerformanceTest)
            }
            try store.updateReceiptSettings { $0.environment = .sandbox }
        }
        #expect(try store.retention.realtimeURL().port == 1)
        try store.retention.setRealtimeURL(nil)
        #expect(try store.retention.configuredURL == nil)
    }

    @Test(
        "A real-time URL is one over HTTP with up to 256 characters",
        arguments: [
            "", "shop.example", "ftp://shop.example/", "http://",
            "https://shop.example/" + String(repeating: "a", count: 236),
        ]
    )
    func invalidURL(text: String) throws {
        #expect(throws: ServerRequestRefusal.invalidRealtimeURL) {
            try RetentionSettings.url(text)
        }
        _ = try RetentionSettings.url("https://shop.example/" + String(repeating: "a", count: 235))
    }

    @Test("A ledger of before has no retention messages, and takes some")
    func migration() throws {
        let folder = try TemporaryFolder()
        let file = folder.file()
        let store = try Store.make(at: .file(file))
        try store.pay("monthly")
        try store.execute(sql: "\(LedgerSchema.undoingToVersion22) PRAGMA user_version = 22")
        try store.close()
        let reopened = try Store.make(at: .file(file))
        #expect(try reopened.entries().count == 1)
        #expect(try reopened.retention.messages().isEmpty)
        try reopened.uploadRetention()
        #expect(try reopened.retention.messages().count == 3)
    }
}
