import Foundation
import StoreModel

extension HostedContent {
    /// The size that downloads state.
    ///
    /// Unless it is stated, the files are examined; the error names a missing one.
    func length() throws(DownloadFailure) -> Int64 {
        if let statedLength { return min(max(0, statedLength), Self.lengthLimit) }
        var sum: Int64 = 0
        for url in sources {
            sum = min(sum + (try Self.length(of: url)), Self.lengthLimit)
        }
        return sum
    }

    /// The files and folders to copy.
    private var sources: [URL] {
        switch source {
        case .none: []
        case .folder(let url): [url]
        case .files(let urls): urls
        }
    }

    /// The size of a file, or of all files in a folder.
    private static func length(of url: URL) throws(DownloadFailure) -> Int64 {
        let path = url.resolvingSymlinksInPath().path
        do {
            var paths = [path]
            if try FileManager.default.attributesOfItem(atPath: path).isFolder {
                paths = try FileManager.default.subpathsOfDirectory(atPath: path)
                    .map { "\(path)/\($0)" }
            }
            return try paths.reduce(0) { sum, path in
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                return min(sum + attributes.fileLength, lengthLimit)
            }
        } catch {
            throw DownloadFailure(error, copying: url)
        }
    }
}

extension [FileAttributeKey: Any] {
    fileprivate var isFolder: Bool { self[.type] as? FileAttributeType == .typeDirectory }

    /// The size of a regular file; 0 for anything else.
    fileprivate var fileLength: Int64 {
        guard self[.type] as? FileAttributeType == .typeRegular else { return 0 }
        return (self[.size] as? NSNumber)?.int64Value ?? 0
    }
}

extension CatalogProduct {
    /// The sizes of the hosted content; 0 where a file is missing.
    ///
    /// Files without a stated size are examined on the calling thread.
    public var hostedContentLengths: [Int64] {
        hostedContent.map { (try? $0.length()) ?? 0 }
    }
}
