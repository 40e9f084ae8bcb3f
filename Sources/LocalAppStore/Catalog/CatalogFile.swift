public import Foundation
import StoreLedger
import StoreModel

extension Catalog {
    /// Decodes a `.storekit` file, as ``init(data:fileName:)`` does.
    ///
    /// Hosted content is decoded from `Products.hosted.json` beside `Products.storekit`, if there
    /// is such a file.
    public init(contentsOf url: URL) throws(CatalogError) {
        try self.init(data: try CatalogFile(url: url).contents(), fileName: url.lastPathComponent)
        try HostedContentFile(besides: url).add(to: &self)
    }
}

/// Reads the bytes of a catalog file, up to a size limit.
struct CatalogFile {
    let url: URL

    func contents() throws(CatalogError) -> Data {
        guard url.isFileURL else {
            throw failure("expected the address of a file, but found \(url.absoluteString)")
        }
        try requireRegularFile()
        return try bytes()
    }

    private func requireRegularFile() throws(CatalogError) {
        let path = url.resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: path) else {
            throw failure("there is no such file in \(url.deletingLastPathComponent().path)")
        }
        let type = try reading { try FileManager.default.attributesOfItem(atPath: path)[.type] }
        switch type as? FileAttributeType {
        case .typeRegular: return
        case .typeDirectory: throw failure("expected a file, but found a folder")
        default: throw failure("expected a regular file")
        }
    }

    /// Reads one byte more than the limit, to detect a larger file without reading all of it.
    private func bytes() throws(CatalogError) -> Data {
        try reading {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            return try handle.readBytes(upTo: Catalog.sizeLimit + 1)
        }
    }

    private func reading<Value>(_ body: () throws -> Value) throws(CatalogError) -> Value {
        do {
            return try body()
        } catch {
            throw failure("cannot be read: \(error.localizedDescription)")
        }
    }

    private func failure(_ reason: String) -> CatalogError {
        CatalogError(fileName: url.lastPathComponent, reason: reason)
    }
}
