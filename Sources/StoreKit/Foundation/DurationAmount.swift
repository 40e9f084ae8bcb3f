/// A count of one unit of time, a part of what a formatter writes.
struct DurationAmount: Equatable {
    var value: Double
    let unit: DurationUnit
}
