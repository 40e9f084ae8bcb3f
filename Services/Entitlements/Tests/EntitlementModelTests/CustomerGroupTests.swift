import TestCluster
import Testing

@testable import EntitlementModel

@Suite struct CustomerGroupTests {
    /// The root of each name, by names and their parents.
    private static func roots(_ parents: [String: String]) async -> [String: String] {
        var roots: [String: String] = [:]
        for name in Set(parents.keys).union(parents.values) {
            let root = await CustomerGroup.root(of: .user(name)) { Self.parent($0, parents) }
            roots[name] = String(root.description.dropFirst("user:".count))
        }
        return roots
    }

    private static func parent(_ name: CustomerID, _ parents: [String: String]) -> CustomerID? {
        guard case .user(let name) = name else { return nil }
        return parents[name].map(CustomerID.user)
    }

    /// The names that lead to a root, and the root.
    private static func names(_ root: String, _ parents: [String: String]) -> [String] {
        var names: Set = [root]
        while case let more = parents.filter({ names.contains($0.value) }).keys,
            !names.isSuperset(of: more)
        {
            names.formUnion(more)
        }
        return names.sorted()
    }

    @Test func `the root is where the parents end`() async {
        let parents = ["a": "b", "b": "z", "c": "z"]
        #expect(await Self.roots(parents) == ["a": "z", "b": "z", "c": "z", "z": "z"])
        #expect(await CustomerGroup.root(of: .user("x")) { _ in nil } == .user("x"))
    }

    @Test func `the root of a cycle is its least name`() async {
        let parents = ["a": "c", "c": "d", "d": "b", "b": "c"]
        #expect(await Self.roots(parents) == ["a": "b", "b": "b", "c": "b", "d": "b"])
        #expect(await Self.roots(["a": "a"]) == ["a": "a"])
    }

    @Test(arguments: 0..<100)
    func `each name is one of its root's, and of no other`(seed: UInt64) async {
        var generator = SplitMix64(seed: seed)
        let all = (0..<9).map(String.init)
        var parents: [String: String] = [:]
        for name in all where generator.chance(0.8) {
            parents[name] = all.randomElement(using: &generator)
        }
        let roots = await Self.roots(parents)
        for root in Set(roots.values) {
            #expect(roots[root] == root)
            let names = roots.filter { $0.value == root }.keys.sorted()
            #expect(Self.names(root, parents) == names)
        }
    }
}
