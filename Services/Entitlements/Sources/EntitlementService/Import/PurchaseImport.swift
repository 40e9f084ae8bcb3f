/// Imports the purchases named in another service's file, with documents from the App Store.
///
/// The file only names purchases. Their state is looked up with the App Store Server API. The
/// position in the file is recorded, so that an interrupted import continues.
package struct PurchaseImport {
    private let backfill: Backfill
    private let file: ImportFile
    private let report: ImportReport?
    private let width: Int

    /// - Parameters:
    ///   - backfill: The client, the database and the verifier, for the file's environment.
    ///   - file: The file.
    ///   - report: The report, a new file unless the import was interrupted.
    ///   - width: The number of purchases that are looked up at the same time.
    package init(_ backfill: Backfill, _ file: ImportFile, report: ImportReport?, width: Int = 8) {
        self.backfill = backfill
        self.file = file
        self.report = report
        self.width = width
    }

    /// Imports the file, or what is left of it.
    ///
    /// - Parameter pass: Receives each purchase with its customer after its documents are recorded.
    ///   An import that was interrupted passes the last ones again.
    /// - Returns: The numbers for the whole file.
    /// - Throws: A `CSVError` before anything is recorded; an `ImportError` if the App Store
    ///   doesn't respond.
    // The optimizer of Swift 6.3 crashes in this function.
    @_optimize(none)
    package func run(_ pass: (ImportLine) async throws -> Void) async throws -> ImportSummary {
        let source = "import:\(try file.check())"
        var progress = try await start(source)
        var summary = ImportSummary()
        var rows = try file.rows()
        while true {
            let batch = try batch(of: &rows, &progress, &summary)
            guard !batch.isEmpty else { break }
            try await record(batch, upTo: rows.count, &progress, pass)
        }
        summary.rows = rows.count
        summary.imported = progress.position.imported
        summary.unverified = progress.position.unverified
        try write(summary)
        try await backfill.note(nil, of: source)
        return summary
    }

    private func write(_ summary: ImportSummary) throws {
        try report?.write(summary)
        _ = try report?.synchronize()
    }

    /// Reads the next purchases that are not recorded yet.
    ///
    /// The rows before the position are read again to recognize repeated purchases.
    private func batch(
        of rows: inout ImportRows,
        _ progress: inout ImportProgress,
        _ summary: inout ImportSummary
    ) throws -> [ImportRow] {
        var batch: [ImportRow] = []
        while batch.count < width, let (line, row) = try rows.next() {
            guard case .purchase(let id, let customer) = row else {
                if case .skipped(let reason) = row { summary.skip(reason) }
                continue
            }
            let skipReason = progress.known.add(id, of: customer)
            if let skipReason { summary.skip(skipReason) }
            guard skipReason != .repeated, rows.count > progress.position.row else { continue }
            batch.append(ImportRow(line: line, id: id, customer: customer, skipReason: skipReason))
        }
        return batch
    }

    /// The progress of an import that was interrupted, or the start of the file.
    private func start(_ source: String) async throws -> ImportProgress {
        var progress = ImportProgress(source: source)
        if let position = try await backfill.position(of: source).flatMap(ImportPosition.init) {
            if let length = position.reportLength {
                try report?.restart(at: length)
            } else {
                try report?.requireEmpty()
            }
            progress.position = position
            return progress
        }
        try report?.requireEmpty()
        progress.position.reportLength = try report?.synchronize()
        // From here on, the report can be continued after an interruption.
        try await backfill.note(progress.position.text, of: source)
        return progress
    }

    private func record(
        _ batch: [ImportRow],
        upTo row: Int,
        _ progress: inout ImportProgress,
        _ pass: (ImportLine) async throws -> Void
    ) async throws {
        let results = try await lookUp(batch, &progress)
        let lookedUp = results.filter { $0.line.result != .skipped }
        // An outage of the App Store or the network isn't a property of each purchase.
        if lookedUp.count > 1, lookedUp.allSatisfy(\.isTransient) {
            throw ImportError(
                """
                The App Store didn't respond for \(lookedUp.count) purchases in succession. Run \
                the command again to continue. \(lookedUp[0].line.message ?? "")
                """
            )
        }
        for result in results {
            try report?.write(result.line)
            try await pass(result.line)
        }
        progress.position.row = row
        progress.position.imported += results.count { $0.line.result == .imported }
        progress.position.unverified += results.count { $0.line.result == .unverified }
        if let report { progress.position.reportLength = try report.synchronize() }
        try await backfill.note(progress.position.text, of: progress.source)
    }

    /// Looks rows up at the same time; returns the results in the order of the rows.
    private func lookUp(
        _ batch: [ImportRow],
        _ progress: inout ImportProgress
    ) async throws -> [ImportRow.Result] {
        let results = try await withThrowingTaskGroup(
            of: (Int, ImportRow.Result).self
        ) { [backfill] group in
            for (index, row) in batch.enumerated() {
                let isRecorded = progress.recorded.remove(row.id) != nil
                group.addTask {
                    let result = isRecorded ? row.imported : try await row.lookUp(by: backfill)
                    return (index, result)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
                .sorted { $0.0 < $1.0 }.map(\.1)
        }
        for result in results {
            progress.recorded.formUnion(result.others.filter { !progress.known.contains($0) })
        }
        return results
    }
}

/// An import under way.
private struct ImportProgress {
    let source: String
    var position = ImportPosition()
    /// The purchases in the rows read so far.
    var known = KnownPurchases()
    /// Purchases that were recorded with another one of the same customer, before their own rows.
    var recorded: Set<String> = []
}

/// The position of an import in its file.
private struct ImportPosition {
    /// The number of processed rows.
    var row = 0
    var imported = 0
    var unverified = 0
    /// The length of the report in bytes; `nil` without a report.
    var reportLength: UInt64?

    init() {}

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 4, let row = Int(parts[0]), let imported = Int(parts[1]),
            let unverified = Int(parts[2])
        else { return nil }
        self.row = row
        self.imported = imported
        self.unverified = unverified
        reportLength = UInt64(parts[3])
    }

    var text: String {
        "\(row) \(imported) \(unverified) \(reportLength.map(String.init) ?? "-")"
    }
}
