public import AppReceipt
public import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// The app's receipt as of the last purchase, restore, refund or refresh; `nil` if the app was
    /// just installed.
    ///
    /// It is signed with this store's own key, and verifies only with ``receiptRootCertificate``.
    public func receipt() throws(StoreError) -> SignedReceipt? {
        try time.settle()
        return try receipts.receipt()
    }

    /// The location of the receipt's file, whether or not there is a receipt.
    ///
    /// The file is updated now and, from the first call on, with every change, before observers are
    /// notified. The store's root certificate is beside it, as `root.cer` in DER.
    public func receiptFile() throws(StoreError) -> URL {
        try time.settle()
        return try receipts.file()
    }

    /// Updates the receipt's file with the changes of other processes, if this process has called
    /// ``receiptFile()``.
    package func updateReceiptFile() throws(StoreError) {
        try receipts.refreshFile()
    }

    /// Issues the receipt anew, with the current purchases.
    public func refreshReceipt() throws(StoreError) {
        try refreshReceipt(ReceiptProperties())
    }

    /// Issues the receipt anew, with the current purchases and the requested properties.
    package func refreshReceipt(_ properties: ReceiptProperties) throws(StoreError) {
        try requireAccount()
        try change { writer, date in
            try writer.saveForCustomer(properties)
            try writer.renewReceipt(at: date)
        }
    }

    /// The root certificate of this store's receipts, in DER; trust it in tests only.
    public var receiptRootCertificate: [UInt8] {
        get throws(StoreError) { try receipts.rootCertificate() }
    }

    /// The app for which receipts are issued; a change applies to the next receipt.
    public var app: StoreApp {
        get { receipts.app }
        set { receipts.app = newValue }
    }

    /// The settings for receipts and verifyReceipt.
    package var receiptSettings: ReceiptSettings {
        get throws(StoreError) { try read { try $0.receiptSettings() } }
    }

    /// Changes the settings for receipts, for every process that uses the store, and issues an
    /// existing receipt anew.
    ///
    /// As with ``updateSettings(_:)``, `update` is called without a lock, and possibly more than
    /// once.
    package func updateReceiptSettings(
        _ update: (inout ReceiptSettings) -> Void
    ) throws(StoreError) {
        try self.update(default: ReceiptSettings(), update) { writer in
            try writer.renewExistingReceipts(at: clock.now)
        }
    }
}

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
