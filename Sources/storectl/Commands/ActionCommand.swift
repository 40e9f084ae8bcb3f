import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

/// A command that runs one action, and reports on its subject.
struct ActionCommand<Arguments: ActionArguments>: StoreCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: String(describing: Arguments.self).kebabCase,
            abstract: Arguments.abstract,
            discussion: Arguments.discussion
        )
    }

    @OptionGroup var subject: Arguments.Subject
    @OptionGroup var arguments: Arguments
    @OptionGroup var common: CommonOptions

    func report() throws -> Arguments.Subject.Output {
        try report(suggestingIn: try subject.open(options))
    }

    func report(in store: Store) throws -> Arguments.Subject.Output {
        let members = JSONNode(.object(try arguments.members(in: store)))
        return try subject.report(after: try Self.action(members), in: store, output)
    }

    /// Reads the action of values that the command line has already in the right types.
    private static func action(_ members: JSONNode) throws(Failure) -> Arguments.Subject.Action {
        do throws(JSONMismatch) {
            return try Arguments.Subject.Action(Arguments.name, members)
        } catch {
            throw Failure(.usage, "\(error.path): \(error.reason).")
        }
    }
}

/// The action of a command, which has the name of the type.
protocol ActionArguments: ParsableArguments {
    associatedtype Subject: ActionSubject

    static var name: Subject.Action.Name { get }
    static var abstract: String { get }
    static var discussion: String { get }

    /// The members of the action, as the other tools have them.
    func members(in store: Store) throws -> [String: JSONValue]
}

extension ActionArguments {
    static var discussion: String { "" }

    func members(in store: Store) throws -> [String: JSONValue] { [:] }
}

/// The action of a command that turns something on or off.
protocol SwitchArguments: ActionArguments {
    var state: OnOff { get }
}

extension SwitchArguments {
    func members(in store: Store) -> [String: JSONValue] { ["isEnabled": .bool(state == .on)] }
}

/// The subject of a command's action.
protocol ActionSubject: ParsableArguments {
    associatedtype Action: StoreAction
    associatedtype Output: Report

    /// Opens the store of the customer that the action is about.
    func open(_ options: StoreOptions) throws -> Store

    /// Runs an action, and reports on the change.
    func report(
        after action: Action,
        in store: Store,
        _ output: OutputOptions
    ) throws -> Output
}

extension String {
    /// The name of a type as a word of a command line.
    fileprivate var kebabCase: String {
        reduce("") { $1.isUppercase && !$0.isEmpty ? "\($0)-\($1)" : "\($0)\($1)" }.lowercased()
    }
}
