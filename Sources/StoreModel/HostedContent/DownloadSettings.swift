/// The settings for downloads of hosted content.
///
/// A new store has its catalog's settings. A change is stored in the ledger, so it applies to every
/// process that uses the same ledger.
package struct DownloadSettings: Sendable, Equatable, Encodable {
    /// The speed of downloads that are started or resumed from now on, at least 1.
    package var bytesPerSecond: Int64
    /// The failure of every download that is under way; `nil` if none is planned.
    ///
    /// It takes precedence over the content's planned failure.
    package var plannedFailure: PlannedDownloadFailure?

    package init(bytesPerSecond: Int64 = 1_000_000, plannedFailure: PlannedDownloadFailure? = nil) {
        self.bytesPerSecond = bytesPerSecond
        self.plannedFailure = plannedFailure
    }
}

extension DownloadSettings: Preference {
    package static let preferenceName = "downloads"

    package enum CodingKeys: CodingKey {
        case bytesPerSecond
        case plannedFailure
    }

    /// Encodes settings, a failure that is not planned as `null`: the catalog may plan one.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(bytesPerSecond, forKey: .bytesPerSecond)
        try fields.encode(plannedFailure, forKey: .plannedFailure)
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.bytesPerSecond, into: &bytesPerSecond)
        guard fields.contains(.plannedFailure) else { return }
        plannedFailure = try fields.decodeIfPresent(
            PlannedDownloadFailure.self,
            forKey: .plannedFailure
        )
    }
}
