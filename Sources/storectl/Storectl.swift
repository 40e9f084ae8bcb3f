import ArgumentParser

@main
struct Storectl: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "storectl")
}
