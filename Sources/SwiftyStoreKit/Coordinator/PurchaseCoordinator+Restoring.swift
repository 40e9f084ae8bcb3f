import StoreKit

extension PurchaseCoordinator {
    @discardableResult
    package func restorePurchases(
        atomically: Bool,
        applicationUsername: String,
        completion: @escaping (RestoreResults) -> Void
    ) -> Int {
        let key = RestoreRequest.Key(
            atomically: atomically,
            applicationUsername: applicationUsername.nilIfEmpty
        )
        let completion = Callback(completion)
        let (id, start) = perform { state, effects in
            let caller = RestoreRequest.Caller(id: state.makeID(), completion: completion)
            state.completion.warnUnlessReceiving(&effects)
            return (caller.id, state.restores.add(caller, key: key))
        }
        if let start { requestRestore(start) }
        return id
    }

    package func restorePurchases(
        atomically: Bool,
        applicationUsername: String
    ) async throws -> RestoreResults {
        try await CancellableContinuation.value { [self] resume in
            let id = restorePurchases(
                atomically: atomically,
                applicationUsername: applicationUsername
            ) { resume(.success($0)) }
            return { [self] in abandonRestore(id) }
        }
    }

    /// Leaves a restore without a callback; false if the result is on its way.
    func abandonRestore(_ id: RestoreRequest.CallerID) -> Bool {
        perform { state, effects in
            let caller = state.restores.abandon(id)
            effects.discard(caller)
            if let (ended, next) = state.restores.closeAbandoned() {
                close(ended, next, &state, nil, &effects)
            }
            return caller != nil
        }
    }

    /// Ends the restore one turn of the callback queue later, because transactions may come late.
    func restoreEnded(_ error: (any Error)?) {
        let failure = error.map { StoreError.convert($0) }
        switch perform({ state, _ in state.restores.end() }) {
        case .current: callbacks.runLater { [self] in closeRestore(failure) }
        case .ambiguous(let id): closeRestoreLater(id, failure)
        case .abandoned: break
        case .unknown: log(.info, "StoreKit ended a restore that nobody asked for.")
        }
    }

    /// Ends the restore if no other end comes: StoreKit has left restores without an end.
    private func closeRestoreLater(_ id: RestoreRequest.CallerID, _ failure: SKError?) {
        after(RestorePurchasesController.secondEndTimeout) { coordinator in
            guard coordinator.perform({ state, _ in state.restores.beginClosing(id) }) else {
                return
            }
            coordinator.closeRestore(failure)
        }
    }

    private func closeRestore(_ failure: SKError?) {
        perform { state, effects in
            let (ended, next) = state.restores.close()
            if let ended { close(ended, next, &state, failure, &effects) }
        }
    }

    private func close(
        _ ended: RestoreRequest,
        _ next: RestoreRequest.Key?,
        _ state: inout CoordinatorState,
        _ failure: SKError?,
        _ effects: inout Effects
    ) {
        effects.discard(ended)
        state.deliver(ended, failure, &effects)
        if let next { effects.deliver { [self] in requestRestore(next) } }
    }

    private func requestRestore(_ key: RestoreRequest.Key) {
        queue.restoreCompletedTransactions(withApplicationUsername: key.applicationUsername)
    }
}

extension CoordinatorState {
    /// Delivers a restore to its callers; without any, what was restored goes to the complete
    /// controller.
    fileprivate mutating func deliver(
        _ restore: RestoreRequest,
        _ failure: SKError?,
        _ effects: inout Effects
    ) {
        guard !restore.callers.isEmpty else {
            let context = BatchContext(held: nil, isRestoring: false)
            _ = completion.process(restore.collected, in: context, effects: &effects)
            return
        }
        let results = restore.results(failure)
        let finishing = restore.key.atomically ? restore.collected : []
        effects.deliver(finishing: finishing) {
            restore.callers.forEach { $0.completion(results) }
        }
    }
}
