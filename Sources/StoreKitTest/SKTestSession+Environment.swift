package import LocalAppStore

extension SKTestSession {
    /// The environment of a new session.
    @TaskLocal package static var newEnvironment = StoreEnvironment.xcode
}

extension Store {
    /// Sets up a session's store: its environment, and that it records notifications.
    func beginSession() throws(StoreError) {
        let environment = SKTestSession.newEnvironment
        try updateReceiptSettings { $0.environment = environment }
        try notifications.updateSettings { $0.isRecording = true }
    }
}
