import Foundation

@testable import AppReceipt

extension AdversarialCase {
    /// Certificates that are not valid at the creation date, and creation dates that are malformed.
    static let times: [AdversarialCase] = validities + dates + certificateDates

    private static let validities = [
        AdversarialCase(
            "chain that has expired since",
            nil,
            chain: {
                try $0.changing(signer: expired, intermediate: expired)
            }
        ),
        AdversarialCase(
            "signer expired when the receipt was made",
            .validity,
            chain: {
                try $0.changing(signer: { $0.until = Moment.created - 1 })
            }
        ),
        AdversarialCase(
            "intermediate expired when the receipt was made",
            .validity,
            chain: {
                try $0.changing(intermediate: { $0.until = Moment.created - 1 })
            }
        ),
        AdversarialCase(
            "root expired when the receipt was made",
            .validity,
            chain: {
                try $0.changing(root: { $0.until = Moment.created - 1 })
            }
        ),
        AdversarialCase(
            "signer not valid yet",
            .validity,
            chain: {
                try $0.changing(signer: { $0.validFrom = Moment.created + 1 })
            }
        ),
        AdversarialCase(
            "intermediate not valid yet",
            .validity,
            chain: {
                try $0.changing(intermediate: { $0.validFrom = Moment.created + 1 })
            }
        ),
        AdversarialCase(
            "made in the first second of validity",
            nil,
            at: Moment.chainStart,
            chain: {
                $0
            }
        ),
        AdversarialCase(
            "made in the last second of validity",
            nil,
            at: Moment.chainEnd,
            chain: { $0 }
        ),
        AdversarialCase(
            "made a second early",
            .validity,
            at: Moment.chainStart - 1,
            chain: { $0 }
        ),
        AdversarialCase("made a second late", .validity, at: Moment.chainEnd + 1, chain: { $0 }),
        AdversarialCase(
            "made in the future",
            nil,
            at: Moment.chainEnd - Moment.day,
            chain: { $0 }
        ),
        AdversarialCase(
            "expired before it was made, with the clock set back",
            .expiry,
            rules: [.notExpired(at: Moment.chainStart)],
            of: .make(expirationDate: Moment.created - Moment.day)
        ),
    ]

    private static let dates = [
        AdversarialCase("no creation date", .content, attributes: undated),
        created("creation date empty", .content, ""),
        created("creation date that is none", .content, "yesterday"),
        created("creation date of a day that is not", .content, "2024-06-31T12:00:00Z"),
        created("creation in the year 9999", .validity, "9999-12-31T23:59:59Z"),
        created("creation in the year 1", .validity, "0001-01-01T00:00:00Z"),
        created("creation in the year 0", .content, "0000-01-01T00:00:00Z"),
        created("creation in the year 0 by an offset", .content, "0001-01-01T00:00:00+0100"),
        created("creation in the year 10000 by an offset", .content, "9999-12-31T23:59:59-0100"),
        created("creation in second 60", .content, "2024-06-01T12:00:60Z"),
        created("creation in second 60 with an offset", .content, "2024-06-01T13:00:60+0100"),
        created("creation in second 60 with a fraction", .content, "2024-06-01T12:00:60.5Z"),
        AdversarialCase(
            "creation date as a number",
            .content,
            attributes: undated + [Attribute.make(12, DEREncoder.integer(1_717_243_200))]
        ),
        AdversarialCase(
            "creation date as another kind of text",
            .content,
            attributes: undated + [Attribute.make(12, DEREncoder.text("2024-06-01T12:00:00Z"))]
        ),
        AdversarialCase(
            "two creation dates, of which the second is valid",
            .content,
            attributes: undated + ["1999-01-01T00:00:00Z", "2024-06-01T12:00:00Z"].map(date)
        ),
        AdversarialCase(
            "two creation dates, of which the first is valid",
            .content,
            attributes: undated + ["2024-06-01T12:00:00Z", "2999-01-01T00:00:00Z"].map(date)
        ),
        created("creation in the year of another calendar", .validity, "2567-06-01T12:00:00Z"),
        created("creation in twelve hours", .content, "2024-06-01T12:00:00 PM"),
        created("creation in other digits", .content, "\u{0662}024-06-01T12:00:00Z"),
        created("creation with an offset without colon", nil, "2024-06-01T13:00:00+0100"),
        created("creation with an offset", nil, "2024-06-01T13:00:00+01:00"),
        created("creation with a fraction", nil, "2024-06-01T12:00:00.123Z"),
        created("creation without a zone", .content, "2024-06-01T12:00:00"),
        created("creation with a small letter", .content, "2024-06-01T12:00:00z"),
        created("offset that leads out of the validity", .validity, "2020-01-01T00:30:00+0100"),
        created("offset that leads into the validity", nil, "2019-12-31T23:30:00-0100"),
    ]

    private static let certificateDates = [
        dated("signer from second 60 on", .signer, 0, from: "200101000060Z"),
        dated("signer until second 60", .signer, 0, until: "400101000060Z"),
        dated("signer from the year 0 on", .signer, 0, from: "00000101000000Z"),
        dated("signer until a fraction of a second", .signer, 0, until: "20500101000000.5Z"),
        dated("signer from the year 1 on", nil, 0, from: "00010101000000Z"),
        dated("intermediate from second 60 on", .chain, 1, from: "200101000060Z"),
        dated("intermediate until second 60", .chain, 1, until: "400101000060Z"),
        dated("intermediate from the year 0 on", .chain, 1, from: "00000101000000Z"),
        dated("unneeded certificate until second 60", .chain, 2, until: "400101000060Z"),
        dated("unneeded certificate from the year 0 on", .chain, 2, from: "00000101000000Z"),
    ]

    /// The good chain with other dates in one of the certificates, as they are written there.
    private static func dated(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        _ index: Int,
        from: String = "200101000000Z",
        until: String = "400101000000Z"
    ) -> AdversarialCase {
        AdversarialCase(
            name,
            rule,
            message: {
                let good = try TestChain.good.get()
                let chain = [good.signer, good.intermediate, good.root, good.root]
                $0.certificates[index] = try RawCertificate.make(
                    chain[index],
                    signedBy: chain[index + 1]
                ) { $0[4] = RawCertificate.validity(from, until) }
            }
        )
    }

    private static let undated = Array(Attribute.required.prefix(2))

    private static func expired(_ template: inout CertificateTemplate) {
        template.until = Moment.created + 1
    }

    private static func date(_ text: String) -> [UInt8] {
        Attribute.make(12, DEREncoder.asciiText(text))
    }

    private static func created(
        _ name: String,
        _ rule: ReceiptVerdict.Rule?,
        _ text: String
    ) -> AdversarialCase {
        AdversarialCase(name, rule, attributes: undated + [date(text)])
    }
}
