#if canImport(Darwin)
import FlyingSocks

extension Socket {
    /// Prevents that a write to a closed connection, also one that is accepted here, ends the
    /// process.
    func avoidSignals() throws {
        try setValue(true, for: .noSIGPIPE)
    }
}
#else
import FlyingSocks

extension Socket {
    /// Does nothing: FlyingSocks asks Linux for no signal with every write.
    func avoidSignals() throws {}
}
#endif
