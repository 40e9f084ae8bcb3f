import StoreKit
import Testing

@Suite("Errors of StoreKit")
struct SKErrorTests {
    @Test("An SKError is an NSError of StoreKit's domain")
    func bridgingToNSError() {
        let error: any Error = SKError(.paymentInvalid, userInfo: ["why": "x"])
        let bridged = error as NSError
        #expect(bridged.domain == "SKErrorDomain")
        #expect(SKErrorDomain == "SKErrorDomain")
        #expect(SKError.errorDomain == SKErrorDomain)
        #expect(bridged.code == 3)
        #expect(bridged.userInfo["why"] as? String == "x")
    }

    @Test("An NSError of StoreKit's domain is an SKError")
    func castingFromNSError() {
        let error: any Error = NSError(domain: SKErrorDomain, code: 2, userInfo: ["a": "b"])
        let bridged = error as? SKError
        #expect(bridged?.code == .paymentCancelled)
        #expect(bridged?.userInfo["a"] as? String == "b")
        #expect(bridged?.errorCode == 2)
    }

    @Test("An NSError of another domain is no SKError")
    func castingFromAnotherDomain() {
        #expect(NSError(domain: "Other", code: 2) as? SKError == nil)
        #expect((NSError(domain: "Other", code: 2) as any Error) as? SKError == nil)
    }

    @Test(
        "A wrapped error without a name has the code unknown and its own number",
        arguments: [
            NSError(domain: "Other", code: 2), NSError(domain: NSURLErrorDomain, code: -1009),
            NSError(domain: SKErrorDomain, code: 907), NSError(domain: SKErrorDomain, code: -1),
        ]
    )
    func unnamedCode(error: NSError) {
        let wrapped = SKError(_nsError: error)
        #expect(wrapped.code == .unknown)
        #expect(wrapped.errorCode == error.code)
        #expect(wrapped._nsError === error)
        #expect((wrapped as NSError).domain == error.domain)
    }

    @Test("The underlying error is in the user info")
    func underlyingError() {
        let cause = NSError(domain: "ASDServerErrorDomain", code: 3532)
        let error = SKError(.unknown, userInfo: [NSUnderlyingErrorKey: cause])
        #expect(error.userInfo[NSUnderlyingErrorKey] as? NSError == cause)
        #expect((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError == cause)
    }

    @Test("The description is the one in the user info")
    func description() {
        let error = SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "No such product"])
        #expect(error.localizedDescription == "No such product")
        #expect((error as any Error).localizedDescription == "No such product")
    }

    @Test("Every code has words for customers, and so has a number without a name")
    func words() {
        for code in (0...21).compactMap(SKError.Code.init(rawValue:)) {
            let description = (SKError(code) as any Error).localizedDescription
            #expect(description.hasSuffix(".") && !description.contains("error \(code.rawValue)"))
        }
        let network = StoreKitError.networkError(URLError(.notConnectedToInternet))
        #expect(network.localizedDescription == "The Internet connection appears to be offline.")
    }

    @Test("Errors with the same number and user info are equal")
    func equality() {
        #expect(SKError(.unknown) == SKError(.unknown))
        #expect(SKError(.unknown) != SKError(.clientInvalid))
        #expect(SKError(.unknown, userInfo: ["a": 1]) != SKError(.unknown))
    }

    @Test("Equal errors have equal hashes")
    func hashing() {
        #expect(Set([SKError(.unknown), SKError(.unknown), SKError(.clientInvalid)]).count == 2)
        #expect(SKError(.unknown).hashValue == SKError(.unknown).hashValue)
        #expect(AnyHashable(SKError(.unknown)) == AnyHashable(SKError(.unknown)))
    }

    @Test("A code has Apple's number and its constant", arguments: SKErrorTests.codes)
    func numbers(
        number: Int,
        code: SKError.Code,
        constant: SKError.Code
    ) {
        #expect(code.rawValue == number)
        #expect(SKError.Code(rawValue: number) == code)
        #expect(constant == code)
        #expect(SKError(code).code == code)
    }

    @Test("There are twenty-two codes")
    func codeCount() {
        #expect(SKErrorTests.codes.map(\.0) == Array(0...21))
        #expect(SKError.Code(rawValue: 22) == nil)
    }
}

extension SKErrorTests {
    static let codes: [(Int, SKError.Code, SKError.Code)] = [
        (0, .unknown, SKError.unknown),
        (1, .clientInvalid, SKError.clientInvalid),
        (2, .paymentCancelled, SKError.paymentCancelled),
        (3, .paymentInvalid, SKError.paymentInvalid),
        (4, .paymentNotAllowed, SKError.paymentNotAllowed),
        (5, .storeProductNotAvailable, SKError.storeProductNotAvailable),
        (6, .cloudServicePermissionDenied, SKError.cloudServicePermissionDenied),
        (
            7, .cloudServiceNetworkConnectionFailed,
            SKError.cloudServiceNetworkConnectionFailed
        ),
        (8, .cloudServiceRevoked, SKError.cloudServiceRevoked),
        (9, .privacyAcknowledgementRequired, SKError.privacyAcknowledgementRequired),
        (10, .unauthorizedRequestData, SKError.unauthorizedRequestData),
        (11, .invalidOfferIdentifier, SKError.invalidOfferIdentifier),
        (12, .invalidSignature, SKError.invalidSignature),
        (13, .missingOfferParams, SKError.missingOfferParams),
        (14, .invalidOfferPrice, SKError.invalidOfferPrice),
        (15, .overlayCancelled, SKError.overlayCancelled),
        (16, .overlayInvalidConfiguration, SKError.overlayInvalidConfiguration),
        (17, .overlayTimeout, SKError.overlayTimeout),
        (18, .ineligibleForOffer, SKError.ineligibleForOffer),
        (19, .unsupportedPlatform, SKError.unsupportedPlatform),
        (20, .overlayPresentedInBackgroundScene, SKError.overlayPresentedInBackgroundScene),
        (
            21, .paymentMethodBindingConfigurationRequired,
            SKError.paymentMethodBindingConfigurationRequired
        ),
    ]
}

@Suite("Catching errors of StoreKit")
struct SKErrorCatchingTests {
    static let thrown: [any Error & Sendable] = [
        SKError(.paymentCancelled), NSError(domain: SKErrorDomain, code: 2),
    ]

    @Test("An error is caught as an SKError", arguments: thrown)
    func caughtAsSKError(error: any Error) throws {
        do {
            throw error
        } catch let caught as SKError {
            #expect(caught.code == .paymentCancelled)
        }
    }

    @Test("An error is caught by its code", arguments: thrown)
    func caughtByCode(error: any Error) throws {
        var wasCaught = false
        do { throw error } catch SKError.paymentCancelled { wasCaught = true }
        #expect(wasCaught)
    }

    @Test("An error is not caught by another code", arguments: thrown)
    func notCaughtByOtherCode(error: any Error) {
        #expect(throws: (any Error).self) {
            do { throw error } catch SKError.paymentInvalid {}
        }
    }

    @Test("An error is caught as an NSError", arguments: thrown)
    func caughtAsNSError(error: any Error) {
        do {
            throw error
        } catch let caught as NSError {
            #expect(caught.domain == SKErrorDomain)
            #expect(caught.code == 2)
        }
    }

    @Test("An error matches its code in a switch", arguments: thrown)
    func matchedInSwitch(error: any Error) {
        switch error {
        case SKError.paymentCancelled: break
        default: Issue.record("\(error) did not match")
        }
    }

    @Test("An optional error becomes an optional NSError")
    func optionalErrors() {
        let some: (any Error)? = SKError(.unknown)
        let none: (any Error)? = nil
        #expect((some as NSError?)?.code == 0)
        #expect(none as NSError? == nil)
    }

    @Test("An error of another domain passes every catch of an SKError")
    func foreignErrors() {
        let foreign = NSError(domain: "Other", code: 2)
        var caughtBy = "the last catch"
        do {
            throw foreign as any Error
        } catch SKError.paymentCancelled {
            caughtBy = "the code"
        } catch is SKError {
            caughtBy = "the type"
        } catch {}
        #expect(caughtBy == "the last catch")
    }
}
