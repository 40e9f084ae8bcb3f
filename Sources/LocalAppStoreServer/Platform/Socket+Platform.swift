import FlyingSocks

extension Socket {
    #if canImport(Darwin)
    /// Prevents that a write to a closed connection, also one that is accepted here, ends the
    /// process.
    func avoidSignals() throws {
        try setValue(true, for: .noSIGPIPE)
    }
    #else
    /// Does nothing: FlyingSocks asks Linux for no signal with every write.
    func avoidSignals() throws {}
    #endif
}

extension AsyncSocketPool {
    /// Closes a socket that nothing waits for any more.
    ///
    /// FlyingSocks' pool, an actor, wakes a task before it takes the socket out of its queue. If it
    /// were closed between the two, its number would remain there, and the next socket with that
    /// number would never be woken.
    func close(_ socket: Socket) async {
        guard let actor = self as? any Actor else {
            try? socket.close()
            return
        }
        await Self.close(socket, on: actor)
    }

    private static func close(_ socket: Socket, on _: isolated any Actor) {
        try? socket.close()
    }
}
