package import Foundation
import GRDB
package import StoreModel

extension PerformanceTest: LedgerRecord {
    static let table = "performanceTest"

    init(_ row: RowDecoder) throws {
        self.init(
            identifier: try row.value("identifier"),
            target: try row.value("target", as: "a URL") { NotificationSettings.url($0) },
            configuration: try row.json("configuration"),
            report: try row.optional("report", row.json)
        )
    }
}

extension RowDecoder {
    fileprivate func json<Value: Decodable>(_ column: String) throws -> Value {
        try value(column, as: "JSON") { (text: String) in try? JSONText(text).decoded() }
    }
}

extension LedgerReader {
    package func performanceTest(_ identifier: UUID) throws -> PerformanceTest? {
        try record(where: "identifier = ?", [identifier])
    }

    package func runningPerformanceTests() throws -> [PerformanceTest] {
        try records(where: "report IS NULL")
    }

    package func hasPassedPerformanceTest() throws -> Bool {
        let tests: [PerformanceTest] = try records(where: "report IS NOT NULL")
        return tests.contains { $0.report?.isPassed == true }
    }
}

extension LedgerWriter {
    package func insert(_ test: PerformanceTest) throws {
        try execute(
            "INSERT INTO performanceTest (identifier, target, configuration) VALUES (?, ?, ?)",
            [
                test.identifier, test.target.absoluteString,
                try JSONText(test.configuration).text,
            ]
        )
    }

    package func endPerformanceTest(
        _ identifier: UUID,
        with report: PerformanceTest.Report
    ) throws {
        try execute(
            "UPDATE performanceTest SET report = ? WHERE identifier = ?",
            [try JSONText(report).text, identifier]
        )
    }
}
