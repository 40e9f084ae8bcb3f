import LocalAppStore

/// A suggestion for an unknown name.
struct Suggestion {
    /// A sentence with the name that was probably meant, and what else there is to do.
    let text: String

    init(for name: String, among names: some Collection<String>, otherwise advice: String) {
        text = names.closest(to: name).map { "Did you mean \($0)? \(advice)" } ?? advice
    }
}
