# The facade alone, for Apple's platforms, as a pod from git or from a path.
# Scripts/check-manifest.sh compares it with Package.swift and compiles what it names.
Pod::Spec.new do |s|
  s.name = 'SwiftyStoreKit'
  s.version = '1.0.0-alpha.1'
  s.summary = 'In-app purchases in a few calls.'
  s.description = <<-TEXT
    Lists products, takes payments, completes what an earlier launch left open, restores, and
    answers questions to a receipt. The rest of the package, such as the local App Store and the
    verification of receipts on the device, is added with Swift Package Manager.
  TEXT
  s.license = { :type => 'MIT', :file => 'LICENSE' }
  s.authors = 'The SwiftyStoreKit authors'
  # CocoaPods requires both fields, and reads neither for a pod from git or from a path. The pod
  # is in no registry, so no address is given: `invalid` is RFC 2606's domain for this.
  s.homepage = 'https://swiftystorekit.invalid'
  s.source = { :git => 'https://swiftystorekit.invalid/SwiftyStoreKit.git', :tag => s.version.to_s }

  s.swift_versions = ['6.0']
  s.ios.deployment_target = '13.0'
  s.osx.deployment_target = '10.15'
  s.tvos.deployment_target = '13.0'
  s.watchos.deployment_target = '6.2'
  s.visionos.deployment_target = '1.0'

  s.source_files = 'Sources/SwiftyStoreKit/**/*.swift'
  s.frameworks = 'Foundation', 'StoreKit'
  # SwiftPM derives the package's name from its folder; `package` declarations need one.
  s.pod_target_xcconfig = {
    'OTHER_SWIFT_FLAGS' => '$(inherited) -package-name swiftystorekit ' \
      '-enable-upcoming-feature ExistentialAny ' \
      '-enable-upcoming-feature InternalImportsByDefault ' \
      '-enable-upcoming-feature MemberImportVisibility'
  }
end
