// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The time remaining of a download of which nobody can tell how long it will take.
public var SKDownloadTimeRemainingUnknown: TimeInterval { -1 }
