"""Reads the Xcode projects by a library for their format, and fails where one disagrees with the checkout.

Checked are: folders, packages and schemes that a project names; the settings of the framework, which are those of
Package.swift; and the StoreKit configuration of the sample's scheme.
"""

import os
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

from pbxproj import XcodeProject

SETTINGS = {
    "iOS": "IPHONEOS_DEPLOYMENT_TARGET",
    "macOS": "MACOSX_DEPLOYMENT_TARGET",
    "tvOS": "TVOS_DEPLOYMENT_TARGET",
    "watchOS": "WATCHOS_DEPLOYMENT_TARGET",
    "visionOS": "XROS_DEPLOYMENT_TARGET",
}


def fail(message):
    sys.exit(f"xcode: {message}")


def require(path, owner):
    if not path.exists():
        fail(f"{owner} names {path}, which does not exist")
    return path


def objects(project, isa):
    return list(project.objects.get_objects_in_section(isa))


def check_files(folder, project):
    """A project names folders and packages, never single files."""
    if project.objectVersion != "77":
        fail(f"{folder} has object version {project.objectVersion}; synchronized folders need 77")
    for group in objects(project, "PBXFileSystemSynchronizedRootGroup"):
        sources = require(folder.parent / group.path, folder)
        if not list(sources.rglob("*.swift")):
            fail(f"{sources} of {folder} has no sources")
    for reference in objects(project, "XCLocalSwiftPackageReference"):
        package = require(folder.parent / reference.relativePath / "Package.swift", folder).read_text()
        for product in objects(project, "XCSwiftPackageProductDependency"):
            if f'.library(name: "{product.productName}"' not in package:
                fail(f"{folder} needs {product.productName}, which {reference.relativePath} does not offer")


def check_scheme(folder, project, scheme):
    """What a scheme builds, tests and runs is in the project or in a package beside it."""
    targets = {target.get_id(): target.name for target in project.objects.get_targets()}
    root = xml.etree.ElementTree.parse(scheme).getroot()
    for buildable in root.iter("BuildableReference"):
        container = folder.parent / buildable.get("ReferencedContainer").removeprefix("container:")
        name = buildable.get("BlueprintName")
        if container.resolve() == folder.resolve():
            if targets.get(buildable.get("BlueprintIdentifier")) != name:
                fail(f"{scheme} names a target {name} that {folder} does not have")
        elif f'.testTarget(\n            name: "{name}"' not in require(container / "Package.swift", scheme).read_text():
            fail(f"{scheme} names a test target {name} that {container} does not have")
    for configuration in root.iter("StoreKitConfigurationFileReference"):
        # Relative to the workspace that Xcode makes in the project.
        path = os.path.normpath(folder / "project.xcworkspace" / configuration.get("identifier"))
        require(Path(path), scheme)


def check_framework(project):
    """The framework for Carthage is compiled under the rules of the package."""
    manifest = Path("Package.swift").read_text()
    platforms = re.search(r"platforms: \[(.*?)\]", manifest, re.S).group(1)
    wanted = {"SWIFT_VERSION": "6.0"}
    for platform, version in re.findall(r'\.(\w+)\("?\.?v?([0-9_.]+)"?\)', platforms):
        if platform in SETTINGS:
            version = version.replace("_", ".")
            wanted[SETTINGS[platform]] = version if "." in version else version + ".0"
    for feature in re.findall(r'enableUpcomingFeature\("(\w+)"\)', manifest):
        wanted["SWIFT_UPCOMING_FEATURE_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", feature).upper()] = "YES"
    configurations = project.objects[project.objects[project.rootObject].buildConfigurationList]
    for identifier in configurations.buildConfigurations:
        configuration = project.objects[identifier]
        for setting, value in wanted.items():
            found = configuration.buildSettings[setting]
            if found != value:
                fail(f"{setting} of {configuration.name} is {found}; Package.swift has {value}")


for path, is_framework in (("Examples/Shop/Shop.xcodeproj", False), ("Xcode/SwiftyStoreKit.xcodeproj", True)):
    folder = Path(path)
    project = XcodeProject.load(str(folder / "project.pbxproj"))
    check_files(folder, project)
    schemes = list(folder.glob("xcshareddata/xcschemes/*.xcscheme"))
    if not schemes:
        fail(f"{folder} has no shared scheme")
    for scheme in schemes:
        check_scheme(folder, project, scheme)
    if is_framework:
        check_framework(project)
    print(f"xcode: {folder} agrees with the checkout")
