public import Foundation

/// Content that the App Store hosts for a product and that the app downloads after a purchase.
///
/// Apple's App Store hosts content for non-consumables only. A product may have several pieces of
/// content, each with an identifier of its own.
public struct HostedContent: Sendable, Equatable {
    /// The identifier of the content; usually that of its product.
    public var identifier: String

    /// The version of the content, such as `"1.0"`.
    public var version: String

    /// The files that a download delivers.
    public var source: Source

    /// The size in bytes that downloads state, and that determines how long they last; `nil` means
    /// that of the files.
    public var statedLength: Int64?

    /// The failure of every download of this content; `nil` if none is planned.
    public var plannedFailure: PlannedDownloadFailure?

    /// Makes content; by default without files, of which only the size is simulated.
    public init(
        identifier: String,
        version: String = "1.0",
        source: Source = .none,
        statedLength: Int64? = nil,
        plannedFailure: PlannedDownloadFailure? = nil
    ) {
        self.identifier = identifier
        self.version = version
        self.source = source
        self.statedLength = statedLength
        self.plannedFailure = plannedFailure
    }
}

extension HostedContent {
    /// Where the files of hosted content come from.
    public enum Source: Sendable, Equatable {
        /// There are no files.
        case none
        /// What is in a folder.
        case folder(URL)
        /// Files or folders, each under its own name.
        case files([URL])
    }
}

extension HostedContent {
    /// The largest size of content, 1 PiB, so that no sum of sizes and times overflows.
    static let lengthLimit: Int64 = 1 << 50

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
