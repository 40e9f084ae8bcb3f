import Foundation
import Testing

/// A receipt with something that the rules must see, whichever form of it is asked.
struct AskedReceipt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let make: @Sendable () -> [String: Any]

    init(_ name: String, _ make: @escaping @Sendable () -> [String: Any]) {
        testDescription = name
        self.make = make
    }

    var json: [String: Any] { make() }

    /// The sets of products that each receipt is asked for.
    static let questions: [Set<String>] = [
        ["monthly"], ["monthly", "yearly"], ["hat", "pass", "coat"], ["other"], [],
        ["monthly", "yearly", "hat", "pass", "coat", "other", "cap", "gloves"],
    ]

    static let all = plain + repeated + odd
}

extension AskedReceipt {
    private static let plain = [
        AskedReceipt("both lists") {
            TestReceipt.make(
                inApp: [
                    TestEntry.make("hat", id: "1"), TestEntry.make("pass", id: "2", at: 60),
                    TestEntry.make("pass", id: "3", at: 50), TestEntry.make("coat", id: "4"),
                ],
                latest: [
                    TestEntry.make("monthly", id: "5", until: 90),
                    TestEntry.make("yearly", id: "6", until: 150, more: trial),
                    TestEntry.make("monthly", id: "7", until: 150),
                    TestEntry.make("other", id: "8", until: 10, more: shared),
                ],
                renewals: [["product_id": "monthly", "is_in_billing_retry_period": "1"]],
                requestDate: 100
            )
        },
        AskedReceipt("cancelled and upgraded") {
            TestReceipt.make(
                inApp: [
                    TestEntry.make("hat", id: "1", cancelledAt: 5),
                    TestEntry.make("coat", id: "2", more: ["cancellation_date": "some day"]),
                    TestEntry.make("coat", id: "3", more: ["cancellation_date": NSNull()]),
                ],
                latest: [
                    TestEntry.make("monthly", id: "4", until: 150, more: ["is_upgraded": "true"]),
                    TestEntry.make("yearly", id: "5", until: 150, cancelledAt: 20),
                    TestEntry.make("yearly", id: "6", until: 40),
                ]
            )
        },
        AskedReceipt("equal ends") {
            TestReceipt.make(
                latest: (0..<20).map { TestEntry.make("monthly", id: "\($0)", until: 150) }
            )
        },
        AskedReceipt("many products") {
            TestReceipt.make(
                inApp: (0..<150).map { TestEntry.make("p\($0)", id: "\($0)") }
                    + [
                        TestEntry.make("hat", id: "900"), TestEntry.make("pass", id: "901", at: 90),
                    ],
                latest: [TestEntry.make("monthly", id: "902", until: 120)]
            )
        },
    ]

    private static let repeated = [
        AskedReceipt("a transaction in both lists") {
            TestReceipt.make(
                inApp: [
                    TestEntry.make("monthly", id: "1", until: 150),
                    TestEntry.make("monthly", id: "2", until: 80), TestEntry.make("hat", id: "3"),
                    TestEntry.make("hat", id: "3", at: 2000),
                ],
                latest: [
                    TestEntry.make("monthly", id: "1", until: 95, cancelledAt: 5),
                    TestEntry.make("yearly", id: "4", until: 95),
                ]
            )
        },
        AskedReceipt("a transaction of several products") {
            TestReceipt.make(
                inApp: [
                    TestEntry.make("hat", id: "1"), TestEntry.make("yearly", id: "1", until: 150),
                    TestEntry.make("monthly", id: "1", until: 200),
                ],
                latest: [
                    TestEntry.make("monthly", id: "1", until: 95), TestEntry.make("coat", id: "1"),
                ]
            )
        },
        AskedReceipt("a transaction twice in one list") {
            TestReceipt.make(inApp: [
                TestEntry.make("monthly", id: "1", until: 150), TestEntry.make("hat", id: "1"),
                TestEntry.make("monthly", id: "1", until: 160),
            ])
        },
        AskedReceipt("a repeated transaction beside an empty list") {
            TestReceipt.make(
                inApp: [TestEntry.make("hat", id: "1"), TestEntry.make("hat", id: "1", at: 2000)],
                latest: [Any]()
            )
        },
    ]

    private static let odd = [
        AskedReceipt("no lists") { ["status": 0] },
        AskedReceipt("empty lists") { TestReceipt.make(inApp: [Any](), latest: [Any]()) },
        AskedReceipt("the file alone") {
            TestReceipt.make(inApp: [
                TestEntry.make("monthly", id: "1", until: 150), TestEntry.make("yearly", id: "2"),
                TestEntry.make("hat", id: "3"),
            ])
        },
        AskedReceipt("an empty server's list") {
            TestReceipt.make(
                inApp: [TestEntry.make("monthly", until: 150)],
                latest: [Any]()
            )
        },
        AskedReceipt("the server's list alone") {
            TestReceipt.make(latest: [TestEntry.make("monthly", until: 150)])
        },
        AskedReceipt("entries that cannot be read") {
            TestReceipt.make(
                inApp: [1, "x", NSNull(), ["product_id": "hat"], TestEntry.make("hat"), [Any]()],
                latest: [["quantity": "1"], ["a": ["b": 1]]]
            )
        },
        AskedReceipt("objects for lists and an old list") {
            TestReceipt.make(
                inApp: TestEntry.make("hat"),
                latest: TestEntry.make("monthly", id: "2", more: ["expires_date": "150000"]),
                renewals: ["product_id": "monthly"],
                more: [
                    "latest_expired_receipt_info": TestEntry.make("yearly", id: "3", until: 90)
                ]
            )
        },
        AskedReceipt("a receipt from before iOS 7") {
            ["status": 0, "receipt": TestEntry.make("hat", more: ["bid": "com.example.app"])]
        },
    ]

    private static let trial = ["is_trial_period": "true"]
    private static let shared = ["in_app_ownership_type": "FAMILY_SHARED"]
}
