import AppReceipt
import Driving
import Foundation
import JWSDocuments

/// Judges bytes as a signed document of each kind, and ends the process if a promise is broken.
///
/// An input that begins with a brace is a payload, which is signed; everything else is the text of
/// a whole document.
struct JWSTarget: Sendable {
    private let documents: Documents
    private let resigner: Resigner
    private let judge: DocumentJudge
    /// What the signatures of the seeds are of, also of those of former runs.
    private let signedParts: Set<String>

    init(_ folder: FuzzFolder) throws {
        let identity = try Self.identity(in: folder.url.appendingPathComponent("identity.pem"))
        documents = try Documents(signedBy: identity)
        resigner = try Resigner(
            header: documents.texts["transaction-Sandbox"] ?? "",
            pemOfKey: identity.pemRepresentation
        )
        judge = try DocumentJudge(root: identity.rootCertificate)
        signedParts = try Self.signedParts(
            documents.texts.values.map { String(Resigner.signedPart(of: $0)) },
            in: folder.url.appendingPathComponent("signed.txt")
        )
        for (name, text) in documents.texts where judge.verifiedPayloads(of: text).isEmpty {
            fatalError("the seed \(name) is refused")
        }
    }

    func writeSeeds(to folder: FuzzFolder) throws {
        for (name, text) in documents.texts {
            try folder.add(seed: Array(text.utf8), named: name)
            guard let payload = Resigner.payload(of: text) else { continue }
            try folder.add(seed: payload, named: "\(name)-payload")
        }
    }

    func take(_ input: [UInt8]) {
        guard input.first == UInt8(ascii: "{") else {
            return expectSeed(in: String(decoding: input, as: UTF8.self))
        }
        guard let text = try? resigner.sign(input) else { fatalError("no signature") }
        for payload in judge.verifiedPayloads(of: text) where payload != Data(input) {
            fatalError("the verified payload is another than the signed one")
        }
    }

    /// Only what was signed may be accepted.
    private func expectSeed(in text: String) {
        guard !judge.verifiedPayloads(of: text).isEmpty else { return }
        guard signedParts.contains(String(Resigner.signedPart(of: text))) else {
            fatalError("false accept")
        }
    }

    /// Adds what was signed to a file: a notification has other signatures inside in each run, and
    /// the corpus has those of former runs.
    private static func signedParts(_ parts: [String], in file: URL) throws -> Set<String> {
        let former = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let all = Set(former.split(separator: "\n").map(String.init) + parts)
        try Data(all.sorted().joined(separator: "\n").utf8).write(to: file)
        return all
    }

    /// The one identity of a folder's runs, so that its inputs stay good.
    private static func identity(in file: URL) throws -> JWSSigningIdentity {
        if let pem = try? String(contentsOf: file, encoding: .utf8) {
            return try JWSSigningIdentity(pemRepresentation: pem)
        }
        let identity = try Documents.makeIdentity()
        try Data(identity.pemRepresentation.utf8).write(to: file)
        return identity
    }
}
