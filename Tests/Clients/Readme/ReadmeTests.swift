import TestSupport
import Testing

/// Runs the samples of the documents against the local store and checks what their text says.
@Suite(.serialized, .exclusiveStoreWithLibrary, .timeLimit(.minutes(20)))
enum ReadmeTests {}
