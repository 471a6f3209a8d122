"""The delivered files for servers are consistent: containers, units, the proxy."""

import re
import shutil
import subprocess

import pytest
import yaml

from charlie_site import healthcheck
from tests.support.site_server import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_each_container_has_minimal_rights(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"].split(":")[0] not in {"root", "0", ""}
    assert "healthcheck" in service
    assert ":" in service["image"] or "build" in service


def test_top_level_file_includes_the_deployment():
    top = yaml.safe_load((ROOT / "compose.yaml").read_text())
    (included,) = top["include"]
    assert ROOT / included["path"] == DEPLOY / "compose.yaml"
    assert ROOT / included["env_file"] == DEPLOY / ".env"


def test_only_the_proxy_can_be_reached_from_outside():
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["proxy"]
    assert COMPOSE["networks"]["back"] == {"internal": True}
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["back"]


def test_example_file_lists_all_secrets_of_the_containers():
    text = (DEPLOY / "compose.yaml").read_text()
    wanted = set(re.findall(r"\$\{(\w+)", text))
    example = (DEPLOY / "example.env").read_text()
    assert wanted == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_image_copies_exactly_the_files_in_its_context():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", dockerfile, re.MULTILINE)
    sources = {name for names in copied for name in names.split()}
    assert sources == set(re.findall(r"^!(\S+)$", ignored, re.MULTILINE))
    assert all((ROOT / name).exists() for name in sources)
    assert "--require-hashes" in dockerfile
    assert dockerfile.rindex("USER 10001") > dockerfile.rindex("FROM")


def test_systemd_accepts_every_unit(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd on this machine")
    for unit in UNITS:
        # systemd requires the programs of a unit to exist.
        text = unit.read_text().replace("/srv/charlie/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    units = [tmp_path / unit.name for unit in UNITS]
    done = subprocess.run(
        [analyze, "verify", *units], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "charlie" in line]
    assert (done.returncode, complaints) == (0, [])


def test_probe_reports_a_problem(monkeypatch, unused_tcp_port):
    monkeypatch.setenv("PORT", str(unused_tcp_port))
    assert healthcheck.find_problem().startswith("It does not answer")
    monkeypatch.setattr("sys.argv", ["healthcheck"])
    with pytest.raises(SystemExit, match="does not answer"):
        healthcheck.main()
