import Foundation
import StoreModel
import StrictJSON

/// The file that declares hosted content: beside `Products.storekit`, `Products.hosted.json`.
///
/// Xcode's format has no place for hosted content. The file's own format is strict: an unknown key
/// is an error, because nobody but its author writes it.
struct HostedContentFile {
    let url: URL

    /// The file beside a `.storekit` file.
    init(besides catalog: URL) {
        url = catalog.deletingPathExtension().appendingPathExtension("hosted.json")
    }

    /// Adds the file's declarations to a catalog; without the file, nothing.
    func add(to catalog: inout Catalog) throws(CatalogError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let data = try CatalogFile(url: url).contents()
        do throws(JSONMismatch) {
            try add(JSONNode(document: [UInt8](data)), to: &catalog)
        } catch {
            throw CatalogError(error, in: url.lastPathComponent)
        }
    }

    private func add(_ root: JSONNode, to catalog: inout Catalog) throws(JSONMismatch) {
        try root.object(of: "bytesPerSecond", "content")
        if let rate = try root["bytesPerSecond"].byteCount(from: 1) {
            catalog.downloadSettings.bytesPerSecond = rate
        }
        // The catalog indexes its products with every change, so they are changed at once.
        var products = catalog.products
        let pairs = products.enumerated().map { (ByteExactString($0.element.id), $0.offset) }
        let positions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        for node in try root["content"].optionalElements() {
            try node.object(of: Self.contentKeys)
            let productID = try node["productID"].identifierText()
            guard let index = positions[ByteExactString(productID)] else {
                throw node["productID"].mismatch(
                    expected: "the identifier of a product of the store"
                )
            }
            try add(node, to: &products[index])
        }
        catalog.products = products
    }

    private func add(
        _ node: JSONNode,
        to product: inout CatalogProduct
    ) throws(JSONMismatch) {
        guard product.kind == .nonConsumable else {
            throw node["productID"].mismatch(
                expected: "a non-consumable, as others have no content"
            )
        }
        let content = try content(node, productID: product.id)
        let others = product.hostedContent.map { ByteExactString($0.identifier) }
        guard !others.contains(ByteExactString(content.identifier)) else {
            let key = node["contentIdentifier"].isPresent ? "contentIdentifier" : "productID"
            throw node[key].mismatch(expected: "another content identifier for each content")
        }
        product.hostedContent.append(content)
    }

    private static let contentKeys = [
        "productID", "contentIdentifier", "version", "folder", "files", "size", "failure",
        "failsAfter",
    ]

    private func content(
        _ node: JSONNode,
        productID: String
    ) throws(JSONMismatch) -> HostedContent {
        let identifier = node["contentIdentifier"]
        return HostedContent(
            identifier: identifier.isPresent ? try identifier.identifierText() : productID,
            version: try node["version"].present?.text() ?? "1.0",
            source: try source(node),
            statedLength: try node["size"].byteCount(from: 0),
            plannedFailure: try failure(node)
        )
    }

    private func source(_ node: JSONNode) throws(JSONMismatch) -> HostedContent.Source {
        guard node["folder"].isPresent else {
            let nodes = try node["files"].optionalElements()
            guard !nodes.isEmpty else { return .none }
            return .files(try files(nodes))
        }
        guard !node["files"].isPresent else {
            throw node["files"].mismatch(expected: "either a folder or files")
        }
        return .folder(try place(node["folder"], isFolder: true))
    }

    private func files(_ nodes: [JSONNode]) throws(JSONMismatch) -> [URL] {
        var names: Set<ByteExactString> = []
        return try nodes.map { node throws(JSONMismatch) in
            let place = try place(node, isFolder: false)
            guard names.insert(ByteExactString(place.lastPathComponent)).inserted else {
                throw node.mismatch(expected: "files of different names")
            }
            return place
        }
    }

    /// The file or folder at a path, which is relative to the folder of this file.
    private func place(_ node: JSONNode, isFolder: Bool) throws(JSONMismatch) -> URL {
        let folder = url.deletingLastPathComponent()
        let path = try node.identifierText()
        let place =
            path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path)
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isDirectory),
            isDirectory.boolValue == isFolder
        else {
            let kind = isFolder ? "a folder" : "a file"
            throw node.mismatch(expected: "the path of \(kind), from \(folder.path)")
        }
        return place.standardizedFileURL
    }

    private func failure(_ node: JSONNode) throws(JSONMismatch) -> PlannedDownloadFailure? {
        let after = try node["failsAfter"].byteCount(from: 0)
        guard node["failure"].isPresent else {
            guard after == nil else { throw node["failure"].mismatch(expected: "a failure") }
            return nil
        }
        let reason = try node["failure"].choice(of: [
            "notConnectedToInternet": DownloadFailure.Reason.notConnectedToInternet,
            "networkConnectionLost": .networkConnectionLost,
            "timedOut": .timedOut,
            "badServerResponse": .badServerResponse,
            "diskFull": .diskFull,
            "missingContent": .missingContent,
            "fileError": .fileError,
        ])
        return PlannedDownloadFailure(reason, afterLength: after ?? 0)
    }
}

extension JSONNode {
    /// Returns a number of bytes, or `nil` if it is missing or `null`.
    fileprivate func byteCount(from least: Int64) throws(JSONMismatch) -> Int64? {
        try present?.integer(
            in: least...HostedContent.lengthLimit,
            expected: "a number of bytes from \(least) to \(HostedContent.lengthLimit)"
        )
    }
}
