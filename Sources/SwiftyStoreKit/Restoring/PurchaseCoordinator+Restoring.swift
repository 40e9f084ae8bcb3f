import StoreKit

extension PurchaseCoordinator {
    @discardableResult
    package func restorePurchases(
        atomically: Bool,
        applicationUsername: String,
        completion: @escaping (RestoreResults) -> Void
    ) -> Int {
        let key = RestoreRun.Key(
            atomically: atomically,
            applicationUsername: filled(applicationUsername)
        )
        let completion = Callback(completion)
        let (id, start) = perform { state, effects in
            let caller = RestoreRun.Caller(id: state.makeID(), completion: completion)
            state.completion.warnUnlessReceiving(&effects)
            return (caller.id, state.restores.add(caller, key: key))
        }
        if let start { askToRestore(start) }
        return id
    }

    /// Leaves a restore without an answer; false if the answer is on its way.
    func abandonRestore(_ id: RestoreRun.CallerID) -> Bool {
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
        case .closing: callbacks.enqueue { [self] in closeRestore(failure) }
        case .doubtful(let id): closeRestoreLater(id, failure)
        case .late: break
        case .unknown: log(.info, "StoreKit ended a restore that nobody asked for.")
        }
    }

    /// Ends the restore with an end that may be an earlier one's, if no other comes: StoreKit has
    /// left restores without an end.
    private func closeRestoreLater(_ id: RestoreRun.CallerID, _ failure: SKError?) {
        wait(RestorePurchasesController.patience) { coordinator in
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
        _ ended: RestoreRun,
        _ next: RestoreRun.Key?,
        _ state: inout StoreState,
        _ failure: SKError?,
        _ effects: inout Effects
    ) {
        effects.discard(ended)
        state.deliver(ended, failure, &effects)
        if let next { effects.deliver { [self] in askToRestore(next) } }
    }

    private func askToRestore(_ key: RestoreRun.Key) {
        queue.restoreCompletedTransactions(withApplicationUsername: key.applicationUsername)
    }
}

extension StoreState {
    /// Tells the callers; without any left, what was restored goes to the complete link.
    fileprivate mutating func deliver(
        _ run: RestoreRun,
        _ failure: SKError?,
        _ effects: inout Effects
    ) {
        guard !run.callers.isEmpty else {
            let context = BatchContext(held: nil, isRestoring: false)
            _ = completion.process(run.collected, in: context, effects: &effects)
            return
        }
        let results = run.results(failure)
        let finishing = run.key.atomically ? run.collected : []
        effects.deliver(finishing: finishing) {
            run.callers.forEach { $0.completion(results) }
        }
    }
}

extension RestoreRun {
    fileprivate func results(_ failure: SKError?) -> RestoreResults {
        RestoreResults(
            restoredPurchases: collected.map { $0.purchase(needsFinish: !key.atomically) },
            restoreFailedPurchases: failure.map { [($0, nil)] } ?? []
        )
    }
}
