/// Where an article and a module disagree, each symbol named.
struct CoverageDifferences: Equatable {
    /// Declared by the module, without a row that says so.
    var undocumented: [String] = []
    /// Marked as here, but the module lacks it.
    var absent: [String] = []
    /// Marked as not here, but the module has it.
    var present: [String] = []

    init(undocumented: [String] = [], absent: [String] = [], present: [String] = []) {
        self.undocumented = undocumented
        self.absent = absent
        self.present = present
    }

    /// Counts, because an overloaded symbol has one row for each overload.
    init(_ article: CoverageArticle, _ module: ModuleSymbols) {
        undocumented = Self.excess(of: module.own, over: article.here)
        absent = Self.excess(of: article.here, over: module.own + module.inherited)
        present = Set(article.missing).intersection(module.own + module.inherited).sorted()
    }

    private static func excess(of some: [String], over others: [String]) -> [String] {
        var left = others.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        return some.filter { name in
            left[name, default: 0] -= 1
            return left[name, default: 0] < 0
        }.sorted()
    }
}
