import Foundation
import Testing

/// A receipt with something that the rules of queries must respect, whatever its form.
struct QueriedReceipt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let make: @Sendable () -> [String: Any]

    init(_ name: String, _ make: @escaping @Sendable () -> [String: Any]) {
        testDescription = name
        self.make = make
    }

    var json: [String: Any] { make() }

    /// The sets of products of the queries to each receipt.
    static let productIDs: [Set<String>] = [
        ["monthly"], ["monthly", "yearly"], ["hat", "pass", "coat"], ["other"], [],
        ["monthly", "yearly", "hat", "pass", "coat", "other", "cap", "gloves"],
    ]

    static let all = plain + repeated + odd
}

extension QueriedReceipt {
    private static let plain = [
        QueriedReceipt("both lists") {
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
        QueriedReceipt("cancelled and upgraded") {
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
        QueriedReceipt("equal ends") {
            TestReceipt.make(
                latest: (0..<20).map { TestEntry.make("monthly", id: "\($0)", until: 150) }
            )
        },
        QueriedReceipt("many products") {
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
        QueriedReceipt("a transaction in both lists") {
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
        QueriedReceipt("a transaction of several products") {
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
        QueriedReceipt("a transaction twice in one list") {
            TestReceipt.make(inApp: [
                TestEntry.make("monthly", id: "1", until: 150), TestEntry.make("hat", id: "1"),
                TestEntry.make("monthly", id: "1", until: 160),
            ])
        },
        QueriedReceipt("a repeated transaction beside an empty list") {
            TestReceipt.make(
                inApp: [TestEntry.make("hat", id: "1"), TestEntry.make("hat", id: "1", at: 2000)],
                latest: [Any]()
            )
        },
    ]

    private static let odd = [
        QueriedReceipt("no lists") { ["status": 0] },
        QueriedReceipt("empty lists") { TestReceipt.make(inApp: [Any](), latest: [Any]()) },
        QueriedReceipt("the file alone") {
            TestReceipt.make(inApp: [
                TestEntry.make("monthly", id: "1", until: 150), TestEntry.make("yearly", id: "2"),
                TestEntry.make("hat", id: "3"),
            ])
        },
        QueriedReceipt("an empty server's list") {
            TestReceipt.make(
                inApp: [TestEntry.make("monthly", until: 150)],
                latest: [Any]()
            )
        },
        QueriedReceipt("the server's list alone") {
            TestReceipt.make(latest: [TestEntry.make("monthly", until: 150)])
        },
        QueriedReceipt("entries that cannot be decoded") {
            TestReceipt.make(
                inApp: [1, "x", NSNull(), ["product_id": "hat"], TestEntry.make("hat"), [Any]()],
                latest: [["quantity": "1"], ["a": ["b": 1]]]
            )
        },
        QueriedReceipt("objects for lists and an old list") {
            TestReceipt.make(
                inApp: TestEntry.make("hat"),
                latest: TestEntry.make("monthly", id: "2", more: ["expires_date": "150000"]),
                renewals: ["product_id": "monthly"],
                more: [
                    "latest_expired_receipt_info": TestEntry.make("yearly", id: "3", until: 90)
                ]
            )
        },
        QueriedReceipt("a receipt from before iOS 7") {
            ["status": 0, "receipt": TestEntry.make("hat", more: ["bid": "com.example.app"])]
        },
    ]

    private static let trial = ["is_trial_period": "true"]
    private static let shared = ["in_app_ownership_type": "FAMILY_SHARED"]
}

/// A response of verifyReceipt that fuzzing found; its name begins with the verdict.
struct ResponseFixture: Sendable, CustomTestStringConvertible {
    enum Verdict: String {
        case success
        case refused
        case unreadable
    }

    let testDescription: String
    let verdict: Verdict
    let json: Data

    static let all: [ResponseFixture] = {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/Responses")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { ResponseFixture(folder.appendingPathComponent($0)) }
    }()

    private init?(_ file: URL) {
        let name = file.deletingPathExtension().lastPathComponent
        guard let word = name.split(separator: "-").first.map(String.init),
            let verdict = Verdict(rawValue: word), let json = try? Data(contentsOf: file)
        else { return nil }
        (testDescription, self.verdict, self.json) = (name, verdict, json)
    }
}
