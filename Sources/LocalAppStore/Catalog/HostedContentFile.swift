import Foundation
import StoreModel
import StrictJSON

/// The file that declares hosted content: beside `Products.storekit`, `Products.hosted.json`.
///
/// Xcode's format doesn't support hosted content. The file's own format is strict: an unknown key
/// is an error, because only its author writes the file.
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
        let original = catalog
        catalog = try CatalogReader.read(data, fileName: url.lastPathComponent) { root, reader in
            adding(root, to: original, reader: &reader)
        }
    }

    private func adding(
        _ root: JSONNode,
        to original: Catalog,
        reader: inout CatalogReader
    ) -> Catalog {
        guard reader.isObject(root) else { return original }
        reader.check(try root.object(of: "bytesPerSecond", "content"))
        var catalog = original
        if let rate = reader.value(try root["bytesPerSecond"].byteCount(from: 1), or: nil) {
            catalog.downloadSettings.bytesPerSecond = rate
        }
        // The catalog indexes its products with every change, so all are changed in one step.
        var products = catalog.products
        for node in reader.elements(root["content"]) where reader.isObject(node) {
            reader.check(try node.object(of: Self.contentKeys))
            let index = reader.value(try position(of: node["productID"], in: original), or: nil)
            let id = index.map { products[$0].id } ?? ""
            let content = content(node, productID: id, reader: &reader)
            guard let index else { continue }
            reader.check(try add(content, of: node, to: &products[index]))
        }
        catalog.products = products
        return catalog
    }

    /// The position of the product that has the content.
    private func position(of node: JSONNode, in catalog: Catalog) throws(JSONMismatch) -> Int? {
        let identifier = try node.identifierText()
        guard let index = catalog.position(of: identifier) else {
            throw node.mismatch(
                expected: "the identifier of a product of the store",
                suggestion: catalog.suggestion(for: identifier)
            )
        }
        guard catalog.products[index].kind == .nonConsumable else {
            throw node.mismatch(expected: "a non-consumable, as only these have content")
        }
        return index
    }

    private func add(
        _ content: HostedContent,
        of node: JSONNode,
        to product: inout CatalogProduct
    ) throws(JSONMismatch) {
        let others = product.hostedContent.map { ByteExactString($0.identifier) }
        guard !others.contains(ByteExactString(content.identifier)) else {
            let key = node["contentIdentifier"].isPresent ? "contentIdentifier" : "productID"
            throw node[key].mismatch(expected: "a unique content identifier")
        }
        product.hostedContent.append(content)
    }

    private static let contentKeys = [
        "productID", "contentIdentifier", "version", "folder", "files", "size", "failure",
        "failsAfter",
    ]

    private func content(
        _ node: JSONNode,
        productID: String,
        reader: inout CatalogReader
    ) -> HostedContent {
        let identifier = node["contentIdentifier"].present
        return HostedContent(
            identifier: reader.value(try identifier?.identifierText(), or: nil) ?? productID,
            version: reader.value(try node["version"].present?.text(), or: nil) ?? "1.0",
            source: reader.value(try source(node), or: .none),
            statedLength: reader.value(try node["size"].byteCount(from: 0), or: nil),
            plannedFailure: reader.value(try failure(node), or: nil)
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
                throw node.mismatch(expected: "files with different names")
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
        let reason = try node["failure"].choice(of: DownloadFailure.Reason.allCases)
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
