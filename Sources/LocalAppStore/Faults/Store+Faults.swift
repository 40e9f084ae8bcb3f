import AppReceipt
import Foundation
import StoreModel

extension Store {
    /// Commits a payment of the app, and fails before or after that as planned.
    func meetingFaults<Result>(
        of request: PaymentRequest,
        commit: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard !request.isMadeOutsideApp else { return try commit() }
        switch faults.failure(at: .commit, of: request.productID) {
        case .failedCommit:
            let detail = "the fault plan makes this change fail"
            throw StoreError.unusableFile(path: location.path, detail: detail)
        case .uncertainCommit:
            faults.withhold(request.token)
            _ = try commit()
            throw StoreError.uncertainChange(path: location.path)
        case .crash:
            faults.withhold(request.token)
            let result = try commit()
            faults.crash()
            return result
        default:
            return try commit()
        }
    }
}

// Habits.
extension Store {
    /// The renewals that the present launch has yet to deliver again, oldest first; returns each
    /// once.
    package func takeRepeatedRenewals() throws(StoreError) -> [LedgerEntry] {
        let ids = faults.takeRepeated()
        guard !ids.isEmpty else { return [] }
        return try entries().filter { ids.contains($0.id) && $0.isRenewal }
    }

    /// Keeps the customer ineligible for introductory offers for a while, if the system does so
    /// after transactions are cleared; call it before clearing.
    func noteClearing() throws(StoreError) {
        guard let seconds = faults.systemHabits?.ineligibilityAfterClearing, seconds > 0 else {
            return
        }
        var ids: Set<String> = []
        for group in catalog.subscriptionGroups {
            if try !isEligibleForIntroductoryOffer(inGroup: group.id) { ids.insert(group.id) }
        }
        faults.keepIneligible(inGroups: ids, until: clock.now + seconds)
    }
}

// Receipts.
extension Store {
    /// Replaces the receipt's file after a refresh as planned, until another receipt is issued.
    package func spoilReceipt(by failure: FaultPlan.Failure?) throws(StoreError) {
        faults.lacksReceipt = failure == .noAnswer
        switch failure {
        case .emptyAnswer:
            let builder = ReceiptContentBuilder(
                app: app,
                settings: try receiptSettings,
                properties: ReceiptProperties(),
                date: clock.now,
                entries: [],
                opaqueValue: Array(repeating: 0, count: 16)
            )
            try receipts.replaceFile { () throws(StoreError) in try receipts.sign(builder.content) }
        case .malformedAnswer:
            try receipts.replaceFile { SignedReceipt(Data(FaultPlan.malformedAnswer.utf8)) }
        default: break
        }
    }
}

extension ReceiptProvider {
    /// Replaces the file, which stays so until another receipt is issued.
    fileprivate func replaceFile(
        with receipt: () throws(StoreError) -> SignedReceipt
    ) throws(StoreError) {
        let name = try file().lastPathComponent
        try onQueue { () throws(StoreError) in try folder.write(try receipt(), named: name) }
    }
}

// Downloads.
extension FaultInjector {
    /// The settings of a download, with the failure that the plan has for it.
    func settings(_ settings: DownloadSettings, for record: DownloadRecord) -> DownloadSettings {
        let id = ContentDownload.ID(
            entryID: record.entryID,
            contentIdentifier: record.contentIdentifier
        )
        guard let reason = failure(of: id) else { return settings }
        var settings = settings
        settings.plannedFailure = PlannedDownloadFailure(reason)
        return settings
    }
}
