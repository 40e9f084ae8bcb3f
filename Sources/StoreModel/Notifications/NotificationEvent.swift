package import AppReceipt

/// The type of a notification with its subtype.
package struct NotificationEvent: Hashable, Sendable, CustomStringConvertible {
    package let type: NotificationPayload.NotificationType
    package let subtype: NotificationPayload.Subtype?

    package init(
        _ type: NotificationPayload.NotificationType,
        _ subtype: NotificationPayload.Subtype? = nil
    ) {
        self.type = type
        self.subtype = subtype
    }

    /// Makes the value of a name such as `EXPIRED.VOLUNTARY`; `nil` for another form.
    package init?(_ name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts.contains("") else { return nil }
        type = .init(rawValue: parts[0])
        subtype = parts.dropFirst().first.map { .init(rawValue: $0) }
    }

    /// The type and the subtype, as in `EXPIRED.VOLUNTARY`.
    package var description: String {
        [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: ".")
    }
}
