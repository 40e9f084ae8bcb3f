import Foundation
import X509

@testable import AppReceipt

/// Certificates for the keys and names of the good chain, issued again with other dates.
///
/// Receipts are made at `Moment.created`: what is `past` has expired then, and what is `coming` is
/// not valid yet.
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
