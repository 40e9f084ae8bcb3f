extension ReceiptItem {
    /// Why a purchase was taken back.
    public enum CancellationReason: Int, Codable, Sendable, CaseIterable {
        /// Another reason than trouble with the app, for example a purchase by mistake.
        case other = 0
        /// Trouble with the app, real or felt.
        case appIssue = 1
    }
}
