import LocalAppStore
import StrictJSON

extension Setting {
    /// All settings, in the order in which they are shown.
    static let all = customer + purchases + subscriptions + documents

    private static let customer = [
        Setting("storefront", "country of the App Store, ISO 3166-1 alpha-3") { store, value in
            guard StorefrontCountry(code: value.text) != nil else {
                throw value.unsuitable("a country code such as USA or DEU")
            }
            try store.updateSettings { $0.storefront = value.text }
        },
        Setting("localeIdentifier", "language and region of the customer") { store, value in
            guard !value.text.isEmpty else { throw value.unsuitable("a locale such as en_US") }
            try store.updateSettings { $0.localeIdentifier = value.text }
        },
    ]

    private static let purchases = [
        flag("allowsPayments", "the customer may make payments", \.allowsPayments),
        flag("isAskToBuyEnabled", "purchases wait for approval", \.isAskToBuyEnabled),
        flag("interruptsPurchases", "purchases are interrupted by an issue", \.interruptsPurchases),
        flag("failsTransactions", "every purchase fails", \.failsTransactions),
        Setting("failureCode", "SKError code of these failures") { store, value in
            let code = try value.integer(0...Int(Int32.max))
            try store.updateSettings { $0.failureCode = code }
        },
        flag("disablesDialogs", "no purchase needs confirmation", \.disablesDialogs),
        Setting("bytesPerSecond", "speed of downloads") { store, value in
            let speed = try value.integer(1...Int64(1) << 40)
            try store.downloads.updateSettings { $0.bytesPerSecond = speed }
        },
    ]

    private static let subscriptions = [
        Setting("timeRate", "speed of subscriptions") { store, value in
            let rate = try value.choice(of: TimeRate.allCases)
            try store.updateSettings { $0.timeRate = rate }
        },
        flag("failsRenewals", "renewals fail, and payment is retried", \.failsRenewals),
        flag("allowsGracePeriod", "a failed renewal has a grace period", \.allowsGracePeriod),
        Setting("gracePeriodLength", "days of a grace period: 3, 16 or 28") { store, value in
            let length = try value.choice(of: GracePeriodLength.allCases)
            try store.updateSettings { $0.gracePeriodLength = length }
        },
    ]

    private static let documents = [
        Setting("isProduction", "receipts are of production, not of the sandbox") { store, value in
            let flag = try value.flag()
            try store.updateReceiptSettings { $0.isProduction = flag }
        },
        Setting("appAppleID", "identifier of the app in documents of production") { store, value in
            let identifier = value.text == "none" ? nil : try value.integer(1...Int64.max)
            try store.updateReceiptSettings { $0.appleIdentifier = identifier }
        },
        Setting("sharedSecret", "what verifyReceipt requires; none accepts any") { store, value in
            let secret = value.text == "none" ? nil : value.text
            try store.updateReceiptSettings { $0.sharedSecret = secret }
        },
        Setting("plannedResponse", "status of every response of verifyReceipt") { store, value in
            let response = try value.plannedResponse()
            try store.updateReceiptSettings { $0.plannedResponse = response }
        },
    ]
}
