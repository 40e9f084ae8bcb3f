// A client that writes only `import StoreKit` finds Foundation's types too, as with Apple's module.
@_exported public import Foundation
