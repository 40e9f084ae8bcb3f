public import Foundation

/// Content that the App Store hosts for a product and that the app downloads after a purchase.
///
/// Apple's App Store hosts content for non-consumables only. A product may have several pieces of
/// content, each with an identifier of its own.
public struct HostedContent: Sendable, Equatable {
    /// The identifier of the content; usually the product's.
    package var identifier: String
    package var version: String
    /// The files that a download delivers.
    public var source: Source
    /// The reported size of downloads in bytes, which also determines their duration; `nil` for the
    /// size of the files.
    package var statedLength: Int64?
    /// The failure of every download of this content; `nil` if none is planned.
    package var plannedFailure: PlannedDownloadFailure?

    /// Makes content; by default without files, of which only the size is simulated.
    package init(
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

    /// The source of the files of hosted content.
    public enum Source: Sendable, Equatable {
        /// No files.
        case none
        /// The contents of a folder.
        case folder(URL)
        /// Files or folders, each under its own name.
        case files([URL])
    }

    /// The largest size of content, 1 PiB, so that no sum of sizes and times overflows.
    package static let lengthLimit: Int64 = 1 << 50
}
