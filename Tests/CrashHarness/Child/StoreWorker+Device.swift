import LocalAppStore

// Events on the device: downloads, and the settings of the store.
extension StoreWorker {
    mutating func commandDownload() throws {
        let entries = try store.unfinishedEntries().filter { entry in
            store.catalog.product(withIdentifier: entry.productID)?.hostedContent.isEmpty == false
        }
        guard let entry = entries.randomElement(using: &random),
            let download = try store.downloads.all(ofEntry: entry.id).randomElement(using: &random)
        else { return }
        let command = random.happens(60) ? .start : anyCommand()
        try record(.commandDownload, [entry.id]) {
            try store.downloads.perform(command, on: [download.id])
        }
    }

    private mutating func anyCommand() -> ContentDownload.Command {
        ContentDownload.Command.allCases.randomElement(using: &random) ?? .start
    }

    mutating func changeSettings() throws {
        if random.happens(50) {
            return try record(.countUp) {
                try store.downloads.updateSettings { $0.bytesPerSecond += 1 }
            }
        }
        let flag = Self.flags.randomElement(using: &random) ?? \.failsRenewals
        let isOn = random.happens(8)
        let rate = random.happens(20) ? TimeRate.oneRenewalEveryTenSeconds : nil
        try record(.changeSettings) {
            try store.updateSettings { settings in
                settings[keyPath: flag] = isOn
                settings.timeRate = rate ?? .oneRenewalEveryTwoSeconds
            }
        }
    }

    private static let flags: [any WritableKeyPath<StoreSettings, Bool> & Sendable] = [
        \.isAskToBuyEnabled, \.interruptsPurchases, \.failsTransactions, \.failsRenewals,
        \.allowsGracePeriod, \.disablesDialogs,
    ]
}
