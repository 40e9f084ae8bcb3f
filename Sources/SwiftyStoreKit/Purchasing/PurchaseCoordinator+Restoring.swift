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
        let (id, start) = perform { state, actions in
            let caller = RestoreRequest.Caller(id: state.makeID(), completion: completion)
            state.completion.warnUnlessReceiving(&actions)
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
        perform { state, actions in
            let caller = state.restores.abandon(id)
            actions.discard(caller)
            close(state.restores.closeAbandoned(), &state, nil, &actions)
            return caller != nil
        }
    }

    /// Ends the restore one turn of the callback queue later, because transactions may be late.
    func restoreEnded(_ error: (any Error)?) {
        let failure = error.map { StoreError.convert($0) }
        switch perform({ state, _ in state.restores.end() }) {
        case .current: callbacks.runLater { [self] in closeRestore(failure) }
        case .ambiguous(let id): closeRestoreLater(id, failure)
        case .abandoned: break
        case .unknown: log(.info, "StoreKit ended a restore that was not requested.")
        }
    }

    /// Ends the restore if StoreKit doesn't: it has left restores without an end.
    private func closeRestoreLater(_ id: RestoreRequest.CallerID, _ failure: SKError?) {
        delay(RestorePurchasesController.secondEndTimeout) { [weak self] in
            guard let self, perform({ state, _ in state.restores.beginClosing(id) }) else { return }
            closeRestore(failure)
        }
    }

    private func closeRestore(_ failure: SKError?) {
        perform { state, actions in close(state.restores.close(), &state, failure, &actions) }
    }

    /// Delivers a restore to its callers; without any, the restored purchases are delivered as
    /// outside of a call.
    private func close(
        _ closed: RestorePurchasesController.Closed?,
        _ state: inout CoordinatorState,
        _ failure: SKError?,
        _ actions: inout PendingActions
    ) {
        guard let (ended, next) = closed else { return }
        actions.discard(ended)
        if ended.callers.isEmpty {
            state.completion.deliver(ended.collected, actions: &actions)
        } else {
            ended.deliver(failure, finishing: ended.key.atomically ? ended.collected : [], &actions)
        }
        if let next { actions.deliver { [self] in requestRestore(next) } }
    }

    private func requestRestore(_ key: RestoreRequest.Key) {
        queue.restoreCompletedTransactions(withApplicationUsername: key.applicationUsername)
    }
}
