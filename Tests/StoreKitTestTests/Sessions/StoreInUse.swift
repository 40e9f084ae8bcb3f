import TestSupport
import Testing

/// All suites that make sessions: a process has one store in use, so only one of their tests runs
/// at a time.
@Suite("The store in use", .serialized, .exclusiveStore, .timeLimit(.minutes(20)))
enum StoreInUse {}
