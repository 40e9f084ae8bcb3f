/// The names of one person, linked into one customer.
///
/// Each name has at most one link, to its parent. The chain of parents ends at the root, the name
/// of the customer. In a cycle, the root is the least name, compared byte by byte.
package enum CustomerGroup {
    /// Returns the root of a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - parent: Returns the name that a name is linked to.
    /// - Returns: The name of the customer.
    package static func root(
        of name: CustomerID,
        parent: (CustomerID) async throws -> CustomerID?
    ) async rethrows -> CustomerID {
        var path = [name]
        var positions = [name: 0]
        while let last = path.last, let next = try await parent(last) {
            if let start = positions[next] { return path[start...].min() ?? next }
            positions[next] = path.count
            path.append(next)
        }
        return path.last ?? name
    }

    /// Returns the names of the customer with a root, in their order.
    ///
    /// - Parameters:
    ///   - root: The root.
    ///   - children: Returns the names that are linked to a name.
    /// - Returns: The root, and all names that lead to it.
    package static func names(
        of root: CustomerID,
        children: (CustomerID) async throws -> [CustomerID]
    ) async rethrows -> [CustomerID] {
        var names: Set = [root]
        var pending = [root]
        while let name = pending.popLast() {
            for child in try await children(name) where names.insert(child).inserted {
                pending.append(child)
            }
        }
        return names.sorted()
    }
}
