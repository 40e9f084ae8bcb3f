/// A product of the app whose receipts are asked.
struct TestProduct {
    let id: String
    let days: Int
    let renews: Bool
    /// How many of a hundred purchases are of it.
    let share: Int

    static let monthly = TestProduct(id: TestReceipt.monthly, days: 30, renews: true, share: 50)
    static let all = [
        monthly,
        TestProduct(id: "com.example.app.sub.yearly", days: 365, renews: true, share: 15),
        TestProduct(id: "com.example.app.sub.weekly", days: 7, renews: true, share: 15),
        TestProduct(id: "com.example.app.coins.500", days: 0, renews: false, share: 10),
        TestProduct(id: "com.example.app.unlock.pro", days: 0, renews: false, share: 5),
        TestProduct(id: "com.example.app.season.pass", days: 90, renews: false, share: 5),
    ]
}
