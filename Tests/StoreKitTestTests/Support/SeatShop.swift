import Foundation

/// A file with subscriptions that are sold with seats.
struct SeatShop {
    static let team = "team"
    static let crew = "crew"
    static let solo = "solo"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data(Self.configuration.utf8).write(to: file)
    }

    var file: URL { folder.file("Seats.storekit") }

    private static let configuration = """
        {
          "subscriptionGroups": [{"id": "9DC4185A", "name": "Teams", "subscriptions": [
            {"productID": "crew", "type": "RecurringSubscription", "displayPrice": "20",
             "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
             "_seats": {"priceTiers": [{"minimumSeats": 1, "displayPrice": "20"}]}},
            {"productID": "team", "type": "RecurringSubscription", "displayPrice": "9.99",
             "groupNumber": 2, "recurringSubscriptionPeriod": "P1M",
             "_seats": {"priceTiers": [
               {"minimumSeats": 1, "displayPrice": "9.99"},
               {"minimumSeats": 6, "displayPrice": "7.99"}
             ]}},
            {"productID": "solo", "type": "RecurringSubscription", "displayPrice": "5",
             "groupNumber": 3, "recurringSubscriptionPeriod": "P1M"}
          ]}],
          "version": {"major": 4, "minor": 0}
        }
        """
}
