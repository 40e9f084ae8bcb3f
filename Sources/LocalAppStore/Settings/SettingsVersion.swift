/// A number for the settings of one store, which no other settings in this process have had.
final class SettingsVersion: Sendable {
    private static let last = Locked(0)

    private let current = Locked(SettingsVersion.next())

    var number: Int { current.withLock { $0 } }

    /// Takes the next number, because the settings are new or may be.
    func renew() {
        let number = Self.next()
        current.withLock { $0 = max($0, number) }
    }

    private static func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

extension Store {
    /// Changes with the settings, and is another for every store of this process; asking costs
    /// nothing.
    ///
    /// A change by another process is in it once it was announced.
    package var settingsVersion: Int { version.number }

    /// Notes settings that another process may have changed.
    package func noteNewSettings() {
        version.renew()
    }
}
