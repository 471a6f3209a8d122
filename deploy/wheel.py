"""Adds to the wheel what stands in no table of pyproject.toml: hatchling calls it."""

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class Requirements(MetadataHookInterface):
    """Makes the lines of requirements.in the dependencies."""

    def update(self, metadata: dict[str, Any]) -> None:
        lines = Path(self.root, "requirements.in").read_text("utf-8").splitlines()
        wanted = [line for line in lines if line and not line.startswith("#")]
        metadata["dependencies"] = wanted


class Catalogues(BuildHookInterface):
    """Compiles the catalogues of translations into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # By its path: the builder has a path of its own for imports.
        module = runpy.run_path(str(Path(self.root, "charlie_site", "catalogs.py")))
        self.folder = tempfile.TemporaryDirectory()
        for source in Path(self.root).glob("locale/**/LC_MESSAGES/*.po"):
            name = source.relative_to(self.root).with_suffix(".mo")
            target = Path(self.folder.name, name)
            target.parent.mkdir(parents=True)
            module["compile_catalog"](source, target)
            place = f"charlie_site/_data/{name.as_posix()}"
            build_data["force_include"][str(target)] = place

    def finalize(self, version: str, build_data: dict[str, Any], path: str) -> None:
        self.folder.cleanup()
