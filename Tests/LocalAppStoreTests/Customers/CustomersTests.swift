import AppReceipt
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Customers")
struct CustomersTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .make(.shop())
        ben = try store.customers.acting(addingIfNeeded: "ben")
    }

    @Test("A new ledger has one customer, for whom the store acts")
    func first() throws {
        let store = try Store.make()
        #expect(store.customerID == Customer.firstID)
        #expect(try store.customers.all() == [try store.customer])
        #expect(try store.customer.name == "customer")
        #expect(try store.customer.familyOrganizerID == nil)
    }

    @Test("A customer's purchases, receipt and subscriptions are nobody else's")
    func separation() throws {
        let level = try store.pay("level")
        try store.pay("monthly")
        #expect(try ben.entries().isEmpty)
        #expect(try ben.unfinishedEntries().isEmpty)
        #expect(try ben.subscriptions.all().isEmpty)
        #expect(try ben.receipt() == nil)
        #expect(try ben.restore().isEmpty)
        #expect(try ben.productsInReceipt.isEmpty)
        #expect(try ben.entry(level.id) == nil)
        #expect(try store.productsInReceipt == ["level", "monthly"])
        #expect(try store.customers.customer(ofEntry: level.id)?.id == store.customerID)
        #expect(try store.customers.customer(ofEntry: 77) == nil)
    }

    @Test("Each customer pays for a non-consumable, and has an introductory offer once")
    func eligibility() throws {
        for store in [store, ben] {
            #expect(try store.pay("level").price == 2.99)
            #expect(try store.pay("level").price == 0)
            #expect(try store.pay("monthly").offer == .introductory)
        }
        #expect(try store.balance() == ["USD": 2.99])
        try ben.refunds.refund(ben.entries()[0].id)
        #expect(try ben.balance() == ["USD": 0])
        #expect(try store.balance() == ["USD": 2.99])
    }

    @Test("Nothing is done to another customer's transaction")
    func strangers() throws {
        let id = try store.pay("level").id
        #expect(throws: StoreError.unknownEntry(id: id)) { try ben.refunds.refund(id) }
        #expect(throws: StoreError.unknownEntry(id: id)) { try ben.delete(id) }
        #expect(throws: StoreError.unknownEntry(id: id)) {
            try ben.subscriptions.setAutoRenew(false, of: id)
        }
        try ben.finish([id])
        try ben.clear()
        #expect(try store.unfinishedEntries().map(\.id) == [id])
        try store.clear()
        #expect(try store.entries().isEmpty)
    }

    @Test("A token that another customer paid with is refused")
    func token() throws {
        let request = PaymentRequest(productID: "coins")
        let entry = try store.pay(request)
        let needs = "a payment of this customer"
        #expect(throws: StoreError.unsuitableEntry(id: entry.id, needs: needs)) {
            try ben.pay(request)
        }
        #expect(try store.entries().count == 1)
    }

    @Test("Every customer's subscription renews, whoever uses the ledger")
    func renewals() throws {
        try store.pay("yearly")
        try ben.pay("yearly")
        store.clock.advance(by: .days(400))
        #expect(try store.entries().count == 2)
        #expect(try ben.entries().count == 2)
        #expect(try ben.entries().allSatisfy { $0.customerID == ben.customerID })
        #expect(try ben.productsInReceipt == ["yearly", "yearly"])
    }

    @Test("An observer receives what concerns its customer")
    func changes() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = ben.observe { continuation.yield($0) }
        try store.pay("coins")
        try store.beginPurchaseOnAppStore(of: "level")
        let entry = try ben.pay("level")
        var received = changes.makeAsyncIterator()
        #expect(await received.next()?.entries == [entry])
        try store.clear()
        try ben.clear()
        #expect(await received.next()?.isCleared == true)
        observation.cancel()
    }

    @Test("A purchase that was begun on the App Store is its customer's")
    func intents() throws {
        try store.beginPurchaseOnAppStore(of: "level")
        #expect(try ben.takePurchaseIntents() == [])
        #expect(try store.takePurchaseIntents() == ["level"])
    }

    @Test("There is one store of a customer, as long as it is retained")
    func identity() throws {
        #expect(try store.customers.acting(for: ben.customerID) === ben)
        #expect(try ben.customers.acting(for: store.customerID) === store)
        #expect(try store.customers.acting(addingIfNeeded: "ben") === ben)
        #expect(throws: StoreError.unknownCustomer(id: 9)) { try store.customers.acting(for: 9) }
    }

    @Test("Two customers have two names")
    func names() throws {
        #expect(throws: StoreError.customerExists(name: "ben")) {
            try store.customers.add(named: "ben")
        }
        #expect(try store.customers.add(named: "Ben").id == 3)
        #expect(try store.customers.all().map(\.name) == ["customer", "ben", "Ben"])
        #expect(throws: StoreError.unsuitableText("a\0b")) {
            try store.customers.add(named: "a\0b")
        }
    }

    @Test("verifyReceipt answers about the customer of the receipt, whoever asks")
    func verifyReceipt() throws {
        try store.pay("level")
        try ben.pay("monthly")
        let receipt = try #require(try ben.receipt())
        let body = Data(#"{"receipt-data":"\#(receipt.base64Encoded)"}"#.utf8)
        let answer = store.verifyReceipt(body, at: .sandbox)
        #expect(answer == ben.verifyReceipt(body, at: .sandbox))
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.contains("\"monthly\""))
        #expect(!text.contains("\"level\""))
    }

    @Test("After signing out nothing can be bought, and the receipt stays")
    func signedOut() throws {
        try ben.pay("level")
        let signedOut = ben.signedOut()
        #expect(!signedOut.isSignedIn)
        #expect(throws: StoreError.signedOut) { try signedOut.pay("coins") }
        #expect(throws: StoreError.signedOut) { try signedOut.restore() }
        #expect(throws: StoreError.signedOut) { try signedOut.refreshReceipt() }
        #expect(try signedOut.unfinishedEntries().isEmpty)
        #expect(try signedOut.productsInReceipt == ["level"])
        #expect(try signedOut.customers.acting(for: ben.customerID) === ben)
        #expect(try ben.unfinishedEntries().count == 1)
    }

    @Test("Of what changes after signing out only the settings are told")
    func changesWhileSignedOut() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = ben.signedOut().observe { continuation.yield($0) }
        try ben.pay("level")
        try ben.beginPurchaseOnAppStore(of: "coins")
        try ben.updateSettings { $0.storefront = "DEU" }
        ben.afterNotifying { continuation.finish() }
        var received: [StoreChange] = []
        for await change in changes { received.append(change) }
        #expect(received == [StoreChange(hasNewSettings: true)])
        observation.cancel()
    }

    @Test("Intents and revocations wait until the customer is signed in")
    func waitingWhileSignedOut() throws {
        try ben.beginPurchaseOnAppStore(of: "coins")
        try ben.refunds.refund(ben.pay("level").id)
        let signedOut = ben.signedOut()
        #expect(try signedOut.takePurchaseIntents().isEmpty)
        #expect(try signedOut.undeliveredRevocations().isEmpty)
        #expect(try ben.takePurchaseIntents() == ["coins"])
        #expect(try ben.undeliveredRevocations().map(\.productID) == ["level"])
    }
}

@Suite("Customers of a file")
struct CustomersOfFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Customers and their purchases are there at the next launch, each with a receipt file")
    func launch() throws {
        do {
            let store = try Store.make(at: .file(folder.file()))
            try store.pay("level")
            try store.customers.acting(addingIfNeeded: "ben").pay("pass")
            try store.close()
        }
        let store = try Store.make(at: .file(folder.file()))
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        #expect(try store.customers.all().count == 2)
        #expect(try store.entries().map(\.productID) == ["level"])
        #expect(try ben.entries().map(\.productID) == ["pass"])
        let files = [try store.receiptFile(), try ben.receiptFile()]
        #expect(files[0] != files[1])
        #expect(try Data(contentsOf: files[0]) == Data(try #require(try store.receipt()).bytes))
        #expect(try Data(contentsOf: files[1]) == Data(try #require(try ben.receipt()).bytes))
        try ben.pay("coins")
        #expect(try Data(contentsOf: files[1]) == Data(try #require(try ben.receipt()).bytes))
        #expect(try store.receiptRootCertificate == ben.receiptRootCertificate)
    }

    @Test("Another process delivers what its customer buys elsewhere")
    func otherProcess() async throws {
        let ours = try Store.make(at: .file(folder.file()))
        let ben = try ours.customers.acting(addingIfNeeded: "ben")
        let theirs = try Store.make(at: .file(folder.file()))
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = ben.observe { continuation.yield($0) }
        try theirs.pay("coins")
        let entry = try theirs.customers.acting(addingIfNeeded: "ben").pay("level")
        var received = changes.makeAsyncIterator()
        #expect(await received.next()?.entries == [entry])
        observation.cancel()
    }

    @Test("A ledger from before customers opens with its one customer, receipt and all")
    func migration() throws {
        let file = folder.file()
        let before: [LedgerEntry]
        let receipt: [String]
        do {
            let store = try Store.make(at: .file(file))
            try store.pay("level")
            try store.pay("monthly")
            try store.finish([store.pay("coins").id])
            before = try store.entries()
            receipt = try store.productsInReceipt
            try store.execute(
                sql: "\(LedgerSchema.undoingCustomers) PRAGMA user_version = 6"
            )
            try store.close()
        }
        let store = try Store.make(at: .file(file))
        #expect(try store.entries() == before)
        #expect(try store.productsInReceipt == receipt)
        #expect(try store.customers.all().map(\.id) == [Customer.firstID])
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        #expect(try ben.receipt() == nil)
        #expect(try ben.pay("level").id == before.count + 1)
    }
}
