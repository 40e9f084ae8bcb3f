import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// The app that was last run on this ledger with the store of its environment; `nil` without
    /// one.
    ///
    /// A tool or a server that opens the ledger sets ``app`` to it, and so issues receipts for the
    /// same app.
    package var recordedApp: StoreApp? {
        get throws(StoreError) { try read { try $0.preference(default: RecordedApp()).app } }
    }

    /// Records ``app`` in the ledger, if another one is recorded or none.
    package func recordApp() throws(StoreError) {
        let app = app
        guard try recordedApp != app else { return }
        try change { writer, _ in try writer.save(RecordedApp(app: app)) }
    }
}

private struct RecordedApp: Preference {
    static let preferenceName = "app"

    var app: StoreApp?

    enum CodingKeys: CodingKey {
        case app
    }

    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        app = try fields.decodeIfPresent(StoreApp.self, forKey: .app)
    }
}
