import ArgumentParser
import LocalAppStore

extension Storectl {
    /// Refuses the first unknown subcommand or option, and suggests the closest one.
    ///
    /// ArgumentParser suggests no subcommands, and finds an unknown option only after it has taken
    /// the option's value for something else.
    static func checkWords(of arguments: [String]) throws {
        // A shell asks for completions by an option with three dashes.
        guard arguments.first?.hasPrefix("---") != true else { return }
        var words = arguments.prefix { $0 != "--" }[...]
        let isHelp = words.first == "help"
        if isHelp { words = words.dropFirst() }
        var command: any ParsableCommand.Type = Self.self
        var path = configuration.commandName ?? ""
        while let word = words.first, !word.hasPrefix("-") {
            let subcommands = command.configuration.subcommands
            guard isHelp || !subcommands.isEmpty else { break }
            guard let next = subcommands.first(where: { $0._commandName == word }) else {
                throw unknownCommand(word, of: path, subcommands.map { $0._commandName })
            }
            (command, path) = (next, "\(path) \(word)")
            words = words.dropFirst()
        }
        if !isHelp { try checkOptions(words, of: command, path) }
    }

    private static func unknownCommand(
        _ word: String,
        of path: String,
        _ names: [String]
    ) -> Failure {
        guard !names.isEmpty else { return Failure(.usage, "\(path) has no commands.") }
        let isRoot = path == configuration.commandName
        // An option without its dashes is recognized, too.
        let known = names + (isRoot ? ["help", "--help", "--version"] : [])
        let list = "The commands of \(path) are \(names.joined(separator: ", "))."
        let advice = known.closest(to: word).map { "Did you mean \($0)?" } ?? list
        return Failure(.usage, "There is no command \(word) of \(path).", suggestion: advice)
    }

    private static func checkOptions(
        _ words: ArraySlice<String>,
        of command: any ParsableCommand.Type,
        _ path: String
    ) throws {
        let options = words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
        guard !options.isEmpty, !options.contains("--help") else { return }
        let known = names(ofOptionsOf: command)
        for option in options where !known.contains(option) {
            let list =
                command.configuration.subcommands.isEmpty
                ? "\(path) --help lists the options." : "Options follow the command."
            let advice = known.suggestion(for: option, otherwise: list)
            throw Failure(.usage, "There is no option \(option) of \(path).", suggestion: advice)
        }
    }

    /// The names of a command's options, from its help: ArgumentParser has them nowhere else.
    private static func names(ofOptionsOf command: any ParsableCommand.Type) -> [String] {
        let lines = helpMessage(for: command, columns: 1000).split(separator: "\n")
        let lists = lines.filter { $0.hasPrefix("  -") }
        let words = lists.flatMap { $0.split(whereSeparator: { " ,/".contains($0) }) }
        let names = words.filter { $0.hasPrefix("--") }.map(String.init)
        return ["--generate-completion-script"] + names
    }
}
