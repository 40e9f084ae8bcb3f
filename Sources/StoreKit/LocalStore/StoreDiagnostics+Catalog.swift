import LocalAppStore

extension StoreDiagnostics {
    /// Says what is unusual in the catalog of a store that comes into use.
    func report(warningsOf store: Store) {
        for warning in store.catalog.warnings {
            report(.warning, warning.description)
        }
    }
}
