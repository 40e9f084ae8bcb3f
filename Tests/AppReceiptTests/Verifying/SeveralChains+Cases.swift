import Foundation
import SwiftASN1
import X509

@testable import AppReceipt

extension SeveralChains {
    /// Receipts with several certificates of one key, one name, or both.
    static let cases = intermediates + roots + paths

    private static let intermediates = [
        SeveralChains("an expired intermediate and its successor", nil) {
            ([try signer, try intermediate(.past), try intermediate(.present)], [try root])
        },
        SeveralChains("an intermediate and its successor, which is not valid yet", nil) {
            ([try signer, try intermediate(.present), try intermediate(.coming)], [try root])
        },
        SeveralChains("three intermediates of one key, of which one is valid", nil) {
            ([try signer] + (try Renewal.allCases.map(intermediate)), [try root])
        },
        SeveralChains("two intermediates of one key, of which none is valid", .validity) {
            ([try signer, try intermediate(.past), try intermediate(.coming)], [try root])
        },
        SeveralChains("an expired intermediate and a valid one without its mark", .validity) {
            let unmarked = try Renewal.present.intermediate {
                $0.replace(MarkerExtension.intermediate)
            }
            return ([try signer, try intermediate(.past), unmarked], [try root])
        }.unlikeOpenSSL,
        SeveralChains("an intermediate without its mark and one that is no authority", .purpose) {
            let unmarked = try Renewal.present.intermediate {
                $0.replace(MarkerExtension.intermediate)
            }
            return ([try signer, unmarked, try incapable], [try root])
        }.unlikeOpenSSL,
        SeveralChains("an intermediate that is no authority and its successor", nil) {
            ([try signer, try incapable, try intermediate(.present)], [try root])
        }.unlikeOpenSSL,
        SeveralChains("an intermediate of the same name with another key", nil) {
            let stranger = try TestChain.attacker.get().intermediate
            return ([try signer, stranger, try intermediate(.present)], [try root])
        },
        SeveralChains("an intermediate that a stranger with the root's name issued", nil) {
            let strange = try Renewal.present.intermediate(by: TestChain.attacker.get().root)
            return ([try signer, strange, try intermediate(.present)], [try root])
        }.unlikeOpenSSL,
        SeveralChains("an expired signer's certificate that the signer names", .validity) {
            let signers = [try Renewal.past.signer(), try Renewal.present.signer()]
            return (signers + [try intermediate(.present)], [try root])
        },
        SeveralChains("an expired signer's certificate beside the one the signer names", nil) {
            let signers = [try Renewal.present.signer(), try Renewal.past.signer()]
            return (signers + [try intermediate(.present)], [try root])
        },
    ]

    private static let roots = [
        SeveralChains("an expired root and its successor", nil) {
            let roots = [try Renewal.past.root(), try Renewal.present.root()]
            return ([try signer, try intermediate(.present)], roots)
        },
        SeveralChains("two roots of one key, of which none is valid", .validity) {
            let roots = [try Renewal.past.root(), try Renewal.coming.root()]
            return ([try signer, try intermediate(.present)], roots)
        },
        SeveralChains("two roots of one name with different keys", nil) {
            let roots = [try TestChain.attacker.get().root, try root]
            return ([try signer, try intermediate(.present)], roots)
        },
        SeveralChains("a root that allows no intermediate and its successor", nil) {
            let narrow = try TestChain.good.get().changing(root: { try $0.limit(to: 0) })
            return ([try signer, try intermediate(.present)], [narrow.root, try root])
        }.unlikeOpenSSL,
    ]

    private static let paths = [
        SeveralChains("a valid intermediate of an expired root and of a valid one", nil) {
            let (expired, other) = (try Renewal.past.root(), try otherRoot)
            let certificates = [
                try signer, try Renewal.present.intermediate(by: expired),
                try Renewal.present.intermediate(by: other),
            ]
            return (certificates, [expired, other])
        }.unlikeOpenSSL,
        SeveralChains("two chains with one expired certificate each", .validity) {
            let (expired, other) = (try Renewal.past.root(), try otherRoot)
            let certificates = [
                try signer, try Renewal.present.intermediate(by: expired),
                try Renewal.past.intermediate(by: other),
            ]
            return (certificates, [expired, other])
        },
    ]

    private static var root: CertificateAuthority {
        get throws { try TestChain.good.get().root }
    }

    private static var signer: CertificateAuthority {
        get throws { try TestChain.good.get().signer }
    }

    /// A root of another name and key.
    private static var otherRoot: CertificateAuthority {
        get throws { try Renewal.present.root("Other", of: TestChain.attacker.get()) }
    }

    /// A certificate for the intermediate's key that does not say it is an authority.
    private static var incapable: CertificateAuthority {
        get throws {
            try Renewal.present.intermediate { $0.replace(.X509ExtensionID.basicConstraints) }
        }
    }

    private static func intermediate(_ renewal: Renewal) throws -> CertificateAuthority {
        try renewal.intermediate()
    }
}

/// Certificates for the keys and names of the good chain, renewed with other dates.
///
/// At `Moment.created`, a `past` certificate has expired, and a `coming` one is not valid yet.
enum Renewal: CaseIterable {
    case past, present, coming

    private var dates: (from: Date, until: Date) {
        switch self {
        case .past: (Moment.chainStart, Moment.created - 1)
        case .present: (Moment.chainStart + 1, Moment.chainEnd - 1)
        case .coming: (Moment.created + 1, Moment.chainEnd)
        }
    }

    /// A moment at which this certificate is valid and the others of its key are not, but for the
    /// `present` one.
    var ownMoment: Date {
        switch self {
        case .past: Moment.created - 1
        case .present: Moment.created
        case .coming: Moment.created + 1
        }
    }

    func root(_ name: String = "Test", of chain: TestChain? = nil) throws -> CertificateAuthority {
        let root = try (chain ?? TestChain.good.get()).root
        return try root.certify(again: .root(name, dates.from, dates.until), for: root)
    }

    func intermediate(
        by root: CertificateAuthority? = nil,
        changing change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> CertificateAuthority {
        let good = try TestChain.good.get()
        var template = try CertificateTemplate.intermediate("Test", dates.from, dates.until)
        change(&template)
        return try (root ?? good.root).certify(again: template, for: good.intermediate)
    }

    func signer() throws -> CertificateAuthority {
        let good = try TestChain.good.get()
        return try good.intermediate.certify(
            again: .signer("Test", dates.from, dates.until),
            for: good.signer
        )
    }
}
