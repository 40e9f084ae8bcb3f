public import Foundation

extension ReceiptContent {
    /// Attributes that receipts are known to hold and whose meaning Apple never told, each by its
    /// number.
    public struct Undocumented: Hashable, Sendable {
        /// Attribute 6: octets of varying length; empty where missing.
        public var octets6: [UInt8] = []
        /// Attribute 7: octets of varying length; empty where missing.
        public var octets7: [UInt8] = []
        /// Attribute 8: a date, in production the creation date or a little earlier.
        public var date8: Date?
        /// Attribute 9: a number whose octets read as a tag such as "P305".
        public var integer9: Int64?
        /// Attribute 13: on iOS, it seems, the system's version as major * 10000 + minor * 100 +
        /// patch.
        public var integer13: Int64?
        /// Attribute 14: a counter.
        public var integer14: Int64?
        /// Attribute 20: a text that was always empty so far, and then is `nil` here.
        public var text20: String?
        /// Attribute 25: 3 on iOS and 2 on macOS so far.
        public var integer25: Int64?

        /// Makes a value in which nothing is set.
        public init() {}
    }
}
