extension LedgerSchema {
    // A group has no row before its first invitation or assignment. A group without an invitation
    // is an organization's. A claim stays after it is unclaimed, to answer a repeated request.
    static let seatGroups = """
        CREATE TABLE seatGroup (
            subscriptionID INTEGER PRIMARY KEY,
            invitation TEXT UNIQUE
        ) STRICT;
        CREATE TABLE seatMember (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            subscriptionID INTEGER NOT NULL,
            customerID INTEGER NOT NULL,
            joinDate INTEGER NOT NULL,
            UNIQUE (subscriptionID, customerID)
        ) STRICT;
        CREATE INDEX seatMemberByCustomer ON seatMember (customerID);
        CREATE TABLE seatClaim (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE,
            subscriptionID INTEGER NOT NULL,
            requestIdentifier TEXT NOT NULL,
            customerID INTEGER,
            claimDate INTEGER NOT NULL,
            unclaimDate INTEGER,
            UNIQUE (subscriptionID, requestIdentifier)
        ) STRICT;
        CREATE INDEX seatClaimByCustomer ON seatClaim (customerID) WHERE customerID IS NOT NULL;
        """
}
