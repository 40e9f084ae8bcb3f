public import Foundation

/// The payload of a notification of the App Store Server, version 2, which Apple names
/// `responseBodyV2DecodedPayload`.
///
/// It has one of ``data``, ``summary``, ``appData``, ``externalPurchaseToken`` and
/// ``unclaimInfo``.
public struct NotificationPayload: JWSPayload {
    /// The type of the event.
    public var type: NotificationType?
    /// The subtype of the event.
    public var subtype: Subtype?
    /// The identifier of the notification: a repeated delivery has the same one.
    public var identifier: UUID?
    /// The version, which is "2.0".
    public var version: String?
    /// The date when the notification was signed.
    public var signedDate: Date?
    /// The purchase that the notification is about.
    public var data: Purchase?
    /// The result of an extension of many subscriptions.
    public var summary: ExtensionSummary?
    /// The app transaction that the notification is about.
    public var appData: AppDownload?
    /// The purchase outside the App Store that the notification is about.
    public var externalPurchaseToken: ExternalPurchaseToken?
    /// The seats that the App Store took from members of a group.
    public var unclaimInfo: UnclaimedSeats?

    /// Makes a payload in which nothing is set.
    public init() {}

    /// The decoding and encoding of the payload.
    public static let coding = JWSPayloadCoding<Self>(
        ownMembers: ["notificationType", "notificationUUID"],
        signingDates: ["signedDate"]
    )
}

extension NotificationPayload: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("notificationType", .named, &type)
        try members.code("subtype", .named, &subtype)
        try members.code("notificationUUID", .uuid, &identifier)
        try members.code("version", .text, &version)
        try members.code("signedDate", .date, &signedDate)
        try members.code("data", .object, &data)
        try members.code("summary", .object, &summary)
        try members.code("appData", .object, &appData)
        try members.code("externalPurchaseToken", .object, &externalPurchaseToken)
        try members.code("unclaimInfo", .object, &unclaimInfo)
    }
}
