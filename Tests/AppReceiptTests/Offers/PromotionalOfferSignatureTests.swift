import AppReceipt
import Foundation
import Testing

@Suite struct PromotionalOfferSignatureTests {
    typealias Message = PromotionalOfferSignature.Message
    let key: PromotionalOfferKey

    init() throws {
        key = try .make()
    }

    @Test(arguments: ["", "Ann", "7E3FB204-2DAF-4B0D-9C8B-6C9F2C6B5D1E"])
    func `A signature verifies with its message and key`(user: String) throws {
        let message = Message.make(user: user)
        let signature = try PromotionalOfferSignature(signing: message, with: key)
        let decoded = try PromotionalOfferSignature(base64Encoded: signature.base64Encoded)
        try decoded.verify(message, with: key, at: .signing)
    }

    @Test func `A message has seven fields in lower case, joined by U+2063`() {
        let expected = [
            "com.example.app", "A2E1039F", "yearly", "winter", "ann",
            "6f9619ff-8b86-d011-b42d-00c04fc964ff", "1709294400000",
        ]
        #expect(Message.make(user: "Ann").data == Data(expected.joined(separator: "\u{2063}").utf8))
        let empty = Message.make().data
        #expect(empty.range(of: Data("winter\u{2063}\u{2063}6f96".utf8)) != nil)
    }

    // Made by PromotionalOfferSignatureCreator of Apple's app-store-server-library 3.1.2 (PyPI).
    @Test(arguments: [
        (
            "",
            "MEUCIQDMv9yN2tojY+BMx+UeUGU6CKxzaRO8fEWKyRgy5IkL6QIgBRuAH7hznr/ZhuRsTmaghtesMw2V7NSbF"
                + "lfUOwxbgGQ="
        ),
        (
            "Ann-\u{C9}va",
            "MEYCIQD3MRChsvVvC2KJqHF3r/tRIiDmV+W3SMLlVlBr4WZAEwIhAOXoMcRJjgqz1dKVd2boVtCIVHQcKIzZ6"
                + "pJ/WLQiZ3Ic"
        ),
        (
            "7E3FB204-2DAF-4B0D-9C8B-6C9F2C6B5D1E",
            "MEQCIC5awP5Jr/r3lWwaD3Zjo+B57rWBYFEOCpyx4DEBYGB9AiBl3CcUp96lQrvJdyhje8e2q2oXrA4ms+wCR"
                + "40pQ0RTgg=="
        ),
    ])
    func `A signature of Apple's server library verifies`(user: String, text: String) throws {
        let signature = try PromotionalOfferSignature(base64Encoded: text)
        try signature.verify(.make(user: user), with: key, at: .signing)
    }

    @Test(
        arguments: [
            { $0.bundleIdentifier += "x" }, { $0.productIdentifier = "monthly" },
            { $0.offerIdentifier = "Winter" },
            { $0.nonce = UUID() }, { $0.timestamp -= 1 },
        ] as [@Sendable (inout Message) -> Void]
    )
    func `A signature of another message does not verify, and the error has the fields`(
        change: @Sendable (inout Message) -> Void
    ) throws {
        let signature = try PromotionalOfferSignature(signing: .make(), with: key)
        var message = Message.make()
        change(&message)
        let error = PromotionalOfferSignature.Error.mismatch(message, mistake: nil)
        #expect(throws: error) { try signature.verify(message, with: key, at: .signing) }
        let text = error.localizedDescription
        for value in [message.bundleIdentifier, message.offerIdentifier, "\(message.timestamp)"] {
            #expect(text.contains("\"\(value)\""))
        }
    }

    @Test func `The key's identifier is part of the message`() throws {
        let signature = try PromotionalOfferSignature(signing: .make(), with: key)
        let error = PromotionalOfferSignature.Error.otherKey(id: "K", expected: "A2E1039F")
        #expect(throws: error) {
            try signature.verify(.make(key: "K"), with: key, at: .signing)
        }
        #expect(throws: error) {
            try PromotionalOfferSignature(signing: .make(key: "K"), with: key)
        }
        let other = PromotionalOfferKey(id: key.id)
        #expect(throws: PromotionalOfferSignature.Error.mismatch(.make(), mistake: nil)) {
            try signature.verify(.make(), with: other, at: .signing)
        }
    }

    @Test func `A signature is valid from its timestamp for 24 hours`() throws {
        let signature = try PromotionalOfferSignature(signing: .make(), with: key)
        let end = Date.signing.addingTimeInterval(86_400)
        try signature.verify(.make(), with: key, at: .signing)
        try signature.verify(.make(), with: key, at: end)
        let start = Message.make().timestamp
        let old = PromotionalOfferSignature.Error.tooOld(
            timestamp: start,
            now: start + 86_400_001
        )
        #expect(throws: old) {
            try signature.verify(.make(), with: key, at: end.addingTimeInterval(0.001))
        }
    }

    @Test func `A signature of a clock that is up to a minute ahead is valid`() throws {
        let signature = try PromotionalOfferSignature(signing: .make(), with: key)
        let start = Message.make().timestamp
        try signature.verify(.make(), with: key, at: Date.signing.addingTimeInterval(-60))
        #expect(
            throws: PromotionalOfferSignature.Error.inFuture(timestamp: start, now: start - 60_001)
        ) {
            try signature.verify(.make(), with: key, at: Date.signing.addingTimeInterval(-60.001))
        }
    }

    @Test(arguments: [(Int64.max, -1e15, true), (.min, 1e15, false)])
    func `A timestamp beyond all numbers is of the future or of the past`(
        timestamp: Int64,
        seconds: Double,
        isFuture: Bool
    ) throws {
        var message = Message.make()
        message.timestamp = timestamp
        let signature = try PromotionalOfferSignature(signing: message, with: key)
        do throws(PromotionalOfferSignature.Error) {
            try signature.verify(message, with: key, at: Date(timeIntervalSince1970: seconds))
            Issue.record("it is valid")
        } catch {
            if case .inFuture = error { #expect(isFuture) } else { #expect(!isFuture) }
        }
    }

    @Test(arguments: [
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"), ("Σ", "σ"), ("ΑΣ.", "ας."), ("ΑΣ.Β", "ασ.β"), ("Α.Σ", "α.ς"),
        ("ΑΣ ΑΣ1", "ας ας1"), ("1Σ", "1σ"), ("ANN", "ann"), ("\u{130}", "i\u{307}"), ("", ""),
    ])
    func `A user name is signed in lower case, with a final sigma`(name: String, signed: String) {
        let text = String(decoding: Message.make(user: name).data, as: UTF8.self)
        let field = text.components(separatedBy: "\u{2063}")[4]
        #expect(Array(field.utf8) == Array(signed.utf8))
    }

    @Test func `A signer that leaves the rule of the final sigma out is named`() throws {
        let message = Message.make(user: "ΑΣ")
        let other = PromotionalOfferSignature.Message.make(user: "ασ")
        let signature = try PromotionalOfferSignature(signing: other, with: key)
        let error = PromotionalOfferSignature.Error.mismatch(
            message,
            mistake: "with σ at the end of the user name"
        )
        #expect(throws: error) { try signature.verify(message, with: key, at: .signing) }
    }

    @Test(arguments: [Int64.min, 0, .max], [-Double.infinity, -1e18, 0, 1e18, .infinity])
    func `No timestamp and no date traps`(timestamp: Int64, seconds: Double) throws {
        var message = Message.make()
        message.timestamp = timestamp
        let signature = try PromotionalOfferSignature(signing: message, with: key)
        _ = try? signature.verify(
            message,
            with: key,
            at: Date(timeIntervalSince1970: seconds)
        )
    }

    @Test(arguments: [
        ("a signature", PromotionalOfferSignature.Error.malformedBase64),
        ("MEUC\nIQDM", .malformedBase64), ("c2lnbmVk", .malformedSignature),
        ("", .malformedSignature),
        // The two numbers without DER, as JavaScript's Web Cryptography writes them.
        (Data(repeating: 7, count: 64).base64EncodedString(), .malformedSignature),
    ])
    func `A text that is no signature is refused`(
        text: String,
        error: PromotionalOfferSignature.Error
    ) {
        #expect(throws: error) { try PromotionalOfferSignature(base64Encoded: text) }
    }
}

@Suite struct PromotionalOfferMistakeTests {
    // Made with `openssl dgst -sha256 -sign` over the message with one field written differently.
    @Test(arguments: MistakenSignature.all)
    func `A usual mistake of a signer is named`(sample: MistakenSignature) throws {
        let key = try PromotionalOfferKey.make()
        let message = PromotionalOfferSignature.Message.make(user: sample.user)
        let signature = try PromotionalOfferSignature(base64Encoded: sample.signature)
        let error = PromotionalOfferSignature.Error.mismatch(message, mistake: sample.mistake)
        #expect(throws: error) { try signature.verify(message, with: key, at: .signing) }
        #expect(error.localizedDescription.contains("it was probably made \(sample.mistake)."))
    }
}
