/// What verifyReceipt answers with, in Apple's numbers, as far as the store decides it by itself.
enum VerifyReceiptStatus: Int64 {
    case valid = 0
    case unreadableRequest = 21000
    case malformedReceipt = 21002
    case unauthenticReceipt = 21003
    case wrongSecret = 21004
    case unavailableServer = 21005
    case sandboxReceipt = 21007
    case productionReceipt = 21008
}
