/// One restore and those who wait for it.
struct RestoreRun: Sendable {
    typealias CallerID = Int

    /// What two restores must have in common to be one.
    struct Key: Hashable, Sendable {
        let atomically: Bool
        let applicationUsername: String?
    }

    struct Caller: Sendable {
        let id: CallerID
        let completion: Callback<RestoreResults>
    }

    /// That of its first caller.
    let id: CallerID
    let key: Key
    var callers: [Caller]
    /// Whether StoreKit has ended the restore, which then only collects what comes late.
    var isClosing = false
    private(set) var collected: [ObservedTransaction] = []
    private var identities: Set<ObjectIdentifier> = []

    init(key: Key, caller: Caller) {
        id = caller.id
        self.key = key
        callers = [caller]
    }

    mutating func collect(_ observed: ObservedTransaction) {
        guard identities.insert(observed.id).inserted else { return }
        collected.append(observed)
    }

    mutating func removeCaller(_ id: CallerID) -> Caller? {
        callers.firstIndex { $0.id == id }.map { callers.remove(at: $0) }
    }
}
