import Driving
import Foundation

/// Requests that the mutations start from.
enum RequestSeeds {
    static func write(to folder: FuzzFolder) throws {
        for (index, seed) in all.enumerated() {
            let text = seed.replacingOccurrences(of: "\n", with: "\r\n")
            try folder.add(seed: Array(text.utf8), named: "request-\(index)")
        }
    }

    private static let all = pages.map(get) + bodies + framings

    private static func get(_ path: String) -> String {
        "GET /inApps/\(path) HTTP/1.1\nHost: fuzz\nAuthorization: Bearer $TOKEN\n\n"
    }

    private static let pages = [
        "v1/transactions/1", "v1/transactions/appTransactions/1", "v1/history/1",
        "v2/history/1?sort=DESCENDING&productType=CONSUMABLE&revoked=false&startDate=1",
        "v2/history/2?revision=x&productId=coins&inAppOwnershipType=PURCHASED",
        "v2/refund/lookup/1", "v1/lookup/LAS0000000001", "v1/subscriptions/3?status=1",
        "v1/notifications/test/x",
    ]

    private static func send(_ method: String, _ path: String, _ body: String) -> String {
        """
        \(method) \(path) HTTP/1.1
        Host: fuzz
        Authorization: Bearer $TOKEN
        Content-Length: \(body.utf8.count)

        \(body)
        """
    }

    private static let bodies = [
        """
        POST /sandbox/verifyReceipt HTTP/1.1
        Host: fuzz
        Transfer-Encoding: chunked

        11
        {"receipt-data":"
        $RECEIPT
        2
        "}
        0


        """,
        send("POST", "/verifyReceipt", #"{"receipt-data":"MII=","password":"x"}"#),
        send("POST", "/inApps/v1/notifications/test", ""),
        send(
            "POST",
            "/inApps/v1/notifications/history",
            #"{"startDate":1717000000000,"endDate":1718000000000,"notificationType":"TEST"}"#
        ),
        send("POST", "/inApps/v1/transactions/1/finish", ""),
    ]

    private static let framings = [
        "HEAD /verifyReceipt HTTP/1.1\nHost: fuzz\n\nGET / HTTP/1.0\nHost: fuzz\n\n",
        "POST /verifyReceipt HTTP/1.1\nHost: fuzz\nExpect: 100-continue\nContent-Length: 2\n\n{}",
        "POST /verifyReceipt HTTP/1.1\nHost: fuzz:80\nContent-Length: 9000\n\n{}",
        "GET /%76erifyReceipt?a=%20+b&c HTTP/1.1\nHost: fuzz\nOrigin: http://fuzz\n"
            + "Sec-Fetch-Site: same-origin\nConnection: keep-alive, x\n\n",
    ]
}
