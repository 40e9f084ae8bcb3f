public import AppReceipt
public import Foundation

extension Store {
    /// The app's receipt as of the last purchase, restore, refund or refresh; `nil` for an app that
    /// was just installed.
    ///
    /// It is signed by a key of this store alone; ``receiptRootCertificate`` vouches for it, and
    /// nothing else does.
    public func receipt() throws(Store.Error) -> SignedReceipt? {
        try receipts.receipt()
    }

    /// Where the app's receipt lies as a file, whether or not there is one.
    ///
    /// It is brought up to date now and, from the first call on, with every change, before anybody
    /// hears of the change. With a receipt comes the store's root, as `root.cer` in DER beside it.
    public func receiptFile() throws(Store.Error) -> URL {
        try receipts.file()
    }

    /// Brings the receipt's file up to date with what other processes changed, if this one asked
    /// for the file before.
    public func updateReceiptFile() throws(Store.Error) {
        try receipts.refreshFile()
    }

    /// Makes the receipt anew, with what the customer owns now and the properties asked for.
    public func refreshReceipt(
        _ properties: ReceiptProperties = ReceiptProperties()
    ) throws(Store.Error) {
        let date = clock.now
        try change { writer in
            try writer.keep(properties)
            try writer.renewReceipt(at: date)
        }
    }

    /// The root that vouches for this store's receipts, in DER: trust it in tests only.
    public var receiptRootCertificate: [UInt8] {
        get throws(Store.Error) { try receipts.rootCertificate() }
    }

    /// The app that receipts are issued for; a change counts from the next question on.
    public var app: StoreApp {
        get { receipts.app }
        set { receipts.app = newValue }
    }

    /// What is set for receipts and verifyReceipt.
    public var receiptSettings: ReceiptSettings {
        get throws(Store.Error) { try ledger.read { try $0.receiptSettings() } }
    }

    /// Changes what is set for receipts, for every process that uses the store; a receipt that is
    /// there is made anew.
    ///
    /// `update` is called as that of ``updateSettings(_:)`` is: outside of every lock, and maybe
    /// more than once.
    public func updateReceiptSettings(
        _ update: (inout ReceiptSettings) -> Void
    ) throws(Store.Error) {
        try self.update(default: ReceiptSettings(), update) { writer in
            try writer.renewReceiptIfThere(at: clock.now)
        }
    }
}
