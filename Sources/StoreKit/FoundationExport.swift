// A client that writes only `import StoreKit` finds Foundation's types too, as with Apple's module.
// To Foundation belong on Linux the types of the network, which are in a module of their own there.
@_exported public import Foundation
@_exported public import FoundationNetworking
