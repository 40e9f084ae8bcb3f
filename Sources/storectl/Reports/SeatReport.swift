import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The members and the claims of a subscription.
struct SeatReport: Report {
    let row: SeatGroupRow

    var json: JSONValue { .object(["seats": row.json]) }

    func text(_ style: TextStyle) -> String {
        let group = row.group
        let invitation = group.invitation?.uuidString.lowercased()
        let facts = style.list([
            ("subscription", "\(group.subscriptionID)"),
            ("purchaser", row.name(of: group.purchaserID)),
            ("invitations by", group.isOrganization ? "an organization" : inviter),
            ("seats", "\(group.seatCount), \(group.availableSeatCount) free"),
            ("invitation", invitation),
        ])
        guard !holders.isEmpty else { return facts }
        return facts + "\n" + TextTable(holders, Self.columns).text(style, ifEmpty: "")
    }

    private var inviter: String {
        row.group.invitationManagement == .apple ? "Apple" : "the developer"
    }

    /// A member or a claim.
    private typealias Holder = (customer: String, since: String, claim: SeatClaim?)

    private var holders: [Holder] {
        row.group.members.map { (row.name(of: $0.customerID), $0.joinDate.iso8601Seconds, nil) }
            + row.group.claims.map { claim in
                (claim.customerID.map(row.name) ?? "", claim.claimDate.iso8601Seconds, claim)
            }
    }

    private static var columns: [Column<Holder>] {
        [
            .text("CUSTOMER") { $0.customer },
            .text("SINCE") { $0.since },
            .text("CLAIM") { $0.claim?.id.uuidString.lowercased() },
            .text("REQUEST") { $0.claim?.requestIdentifier.uuidString.lowercased() },
        ]
    }
}
