import StoreKit
import Testing

@Suite struct SKErrorTests {
    @Test func `an SKError is an NSError of StoreKit's domain`() {
        let error: any Error = SKError(.paymentInvalid, userInfo: ["why": "x"])
        let bridged = error as NSError
        #expect(bridged.domain == "SKErrorDomain")
        #expect(SKErrorDomain == "SKErrorDomain")
        #expect(SKError.errorDomain == SKErrorDomain)
        #expect(bridged.code == 3)
        #expect(bridged.userInfo["why"] as? String == "x")
    }

    @Test func `an NSError of StoreKit's domain is an SKError`() {
        let error: any Error = NSError(domain: SKErrorDomain, code: 2, userInfo: ["a": "b"])
        let bridged = error as? SKError
        #expect(bridged?.code == .paymentCancelled)
        #expect(bridged?.userInfo["a"] as? String == "b")
        #expect(bridged?.errorCode == 2)
    }

    @Test func `an NSError of another domain is no SKError`() {
        #expect(NSError(domain: "Other", code: 2) as? SKError == nil)
        #expect((NSError(domain: "Other", code: 2) as any Error) as? SKError == nil)
    }

    @Test(arguments: [
        NSError(domain: "Other", code: 2), NSError(domain: NSURLErrorDomain, code: -1009),
        NSError(domain: SKErrorDomain, code: 907), NSError(domain: SKErrorDomain, code: -1),
    ])
    func `a wrapped error without a name is unknown and keeps its number`(error: NSError) {
        let wrapped = SKError(_nsError: error)
        #expect(wrapped.code == .unknown)
        #expect(wrapped.errorCode == error.code)
        #expect(wrapped._nsError === error)
        #expect((wrapped as NSError).domain == error.domain)
    }

    @Test func `the true cause stays reachable`() {
        let cause = NSError(domain: "ASDServerErrorDomain", code: 3532)
        let error = SKError(.unknown, userInfo: [NSUnderlyingErrorKey: cause])
        #expect(error.userInfo[NSUnderlyingErrorKey] as? NSError == cause)
        #expect((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError == cause)
    }

    @Test func `the description is the one in the user info`() {
        let error = SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "No such product"])
        #expect(error.localizedDescription == "No such product")
        #expect((error as any Error).localizedDescription == "No such product")
    }

    @Test func `errors with the same number and user info are equal`() {
        #expect(SKError(.unknown) == SKError(.unknown))
        #expect(SKError(.unknown) != SKError(.clientInvalid))
        #expect(SKError(.unknown, userInfo: ["a": 1]) != SKError(.unknown))
    }

    @Test func `equal errors hash alike`() {
        #expect(Set([SKError(.unknown), SKError(.unknown), SKError(.clientInvalid)]).count == 2)
        #expect(SKError(.unknown).hashValue == SKError(.unknown).hashValue)
        #expect(AnyHashable(SKError(.unknown)) == AnyHashable(SKError(.unknown)))
    }

    @Test(arguments: SKErrorTests.codes)
    func `a code has Apple's number and its constant`(
        number: Int,
        code: SKError.Code,
        constant: SKError.Code
    ) {
        #expect(code.rawValue == number)
        #expect(SKError.Code(rawValue: number) == code)
        #expect(constant == code)
        #expect(SKError(code).code == code)
    }

    @Test func `there are twenty-two codes`() {
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
