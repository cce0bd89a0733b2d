"""The version of the package, as a release names it."""

VERSION = "0.1.0"
