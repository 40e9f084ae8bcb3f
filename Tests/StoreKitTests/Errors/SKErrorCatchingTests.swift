import StoreKit
import Testing

@Suite struct SKErrorCatchingTests {
    static let thrown: [any Error & Sendable] = [
        SKError(.paymentCancelled), NSError(domain: SKErrorDomain, code: 2),
    ]

    @Test(arguments: thrown)
    func `it is caught as an SKError`(error: any Error) throws {
        do {
            throw error
        } catch let caught as SKError {
            #expect(caught.code == .paymentCancelled)
        }
    }

    @Test(arguments: thrown)
    func `it is caught by its code`(error: any Error) throws {
        var wasCaught = false
        do { throw error } catch SKError.paymentCancelled { wasCaught = true }
        #expect(wasCaught)
    }

    @Test(arguments: thrown)
    func `it is not caught by another code`(error: any Error) {
        #expect(throws: (any Error).self) {
            do { throw error } catch SKError.paymentInvalid {}
        }
    }

    @Test(arguments: thrown)
    func `it is caught as an NSError`(error: any Error) {
        do {
            throw error
        } catch let caught as NSError {
            #expect(caught.domain == SKErrorDomain)
            #expect(caught.code == 2)
        }
    }

    @Test(arguments: thrown)
    func `it matches its code in a switch`(error: any Error) {
        switch error {
        case SKError.paymentCancelled: break
        default: Issue.record("\(error) did not match")
        }
    }

    @Test func `an optional error becomes an optional NSError`() {
        let some: (any Error)? = SKError(.unknown)
        let none: (any Error)? = nil
        #expect((some as NSError?)?.code == 0)
        #expect(none as NSError? == nil)
    }

    @Test func `an error of another domain passes every catch of an SKError`() {
        let foreign = NSError(domain: "Other", code: 2)
        var caughtBy = "nobody"
        do {
            throw foreign as any Error
        } catch SKError.paymentCancelled {
            caughtBy = "the code"
        } catch is SKError {
            caughtBy = "the type"
        } catch {}
        #expect(caughtBy == "nobody")
    }
}
