"""The delivered files for servers are consistent: containers, units, the proxy."""

import os
import re
import secrets
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from charlie_site import healthcheck
from tests.support.commands import run_site
from tests.support.programs import find_redis
from tests.support.servers import LOOPBACK, ask_redis, free_port, wait_until_it_answers
from tests.support.site_server import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
(ONE,) = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].values()
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.parametrize("service", [*SERVICES.values(), ONE], ids=[*SERVICES, "alone"])
def test_each_container_has_minimal_rights(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    user = re.sub(r"\$\{\w+:-(\w+)\}", r"\1", service["user"])
    assert user.split(":")[0] not in {"root", "0", ""}
    assert "healthcheck" in service
    assert ":" in service["image"] or "build" in service


def test_container_alone_keeps_its_data_on_the_volume():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    environment = ONE["environment"]
    volumes = [f"${{DATA:-data}}:{environment['DATA_DIR']}"]
    assert ONE["volumes"] == [*volumes, "${BACKUPS:-backups}:/backups"]
    assert ONE["ports"][0].endswith(f":{environment['PORT']}")
    for name in environment.keys() - {"PUBLIC_URL"}:
        assert f"{name}={environment[name]}" in dockerfile.rpartition("FROM")[2]
    assert f"--mode=700 {environment['DATA_DIR']} /backups\n" in dockerfile


def test_only_the_proxy_can_be_reached_from_outside():
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["proxy"]
    assert COMPOSE["networks"]["back"] == {"internal": True}
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["back"]


def test_example_file_lists_all_secrets_of_the_containers():
    text = (DEPLOY / "compose.yaml").read_text()
    wanted = set(re.findall(r"\$\{(\w+)", text))
    example = (DEPLOY / "example.env").read_text()
    assert wanted == set(re.findall(r"^#?(\w+)=", example, re.MULTILINE))


def test_image_copies_exactly_the_files_in_its_context():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", dockerfile, re.MULTILINE)
    sources = {name for names in copied for name in names.split()}
    assert sources == set(re.findall(r"^!(\S+)$", ignored, re.MULTILINE))
    assert all((ROOT / name).exists() for name in sources)
    assert "--require-hashes" in dockerfile
    assert dockerfile.rindex("USER 10001") > dockerfile.rindex("FROM")


def hardening_of(unit):
    """Return the lines of a unit that limit its processes."""
    lines = unit.read_text().splitlines()
    own = ("Type=", "Environment", "Exec", "Restart", "TimeoutStop", "ReadWrite")
    service = lines[lines.index("[Service]") + 1 :]
    return {line for line in service if "=" in line and not line.startswith(own)}


def test_all_units_are_limited_alike():
    services = (DEPLOY / "systemd").glob("*.service")
    release, *others = (
        {line for line in hardening_of(unit) if not line.startswith("WantedBy=")}
        for unit in services
    )
    assert len(others) == 3
    assert all(other == release for other in others)
    assert {"MemoryMax=1G", "TasksMax=256", "ProtectSystem=strict"} <= release


def example_environment():
    """Return the variables that example.env gives to the containers of the site."""
    text = (DEPLOY / "example.env").read_text()
    example = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
    # The file asks for a secret in each empty line but these.
    filled = {name: value or secrets.token_hex(32) for name, value in example.items()}
    filled |= dict.fromkeys(("MAIL_URL", "GREETING", "IMPRINT_URL"), "")
    written = SERVICES["web-1"]["environment"].items()
    return {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: filled[found[1]], value)
        for name, value in written
    }


def test_one_process_and_several_do_not_run_beside_each_other():
    unit = (DEPLOY / "systemd" / "charlie@.service").read_text()
    assert "\nConflicts=charlie.service\n" in unit
    manual = (ROOT / "docs" / "operations.md").read_text()
    stop, start = "systemctl disable --now charlie\n", "enable --now charlie.target\n"
    assert 0 < manual.index(stop) < manual.index(start)


def test_each_site_on_a_host_has_volumes_of_its_own():
    assert COMPOSE["name"] == "${SITE:-charlie}"
    assert "\nSITE=charlie\n" in (DEPLOY / "example.env").read_text()


def test_alerts_ask_for_metrics_that_exist():
    text = (DEPLOY / "alerts.yml").read_text()
    assert yaml.safe_load(text)
    found = {
        sample.name for family in REGISTRY.collect() for sample in family.samples
    } | {f"{family.name}_bucket" for family in REGISTRY.collect()}
    # A counter with labels has no sample before it counts.
    found |= {f"{family.name}_total" for family in REGISTRY.collect()}
    assert set(re.findall(r"\bcharlie_\w+", text)) <= found


def test_backup_unit_may_write_its_folder():
    unit = (DEPLOY / "systemd" / "charlie-backup.service").read_text()
    (folder,) = re.findall(r"^ReadWritePaths=(\S+)$", unit, re.MULTILINE)
    assert f"manage.py backup {folder}\n" in unit


def test_settings_for_systemd_are_known():
    text = (DEPLOY / "charlie.env").read_text()
    page = (ROOT / "docs" / "settings.md").read_text()
    for name in re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE):
        assert f"`{name}`" in page


def test_images_are_pinned_to_what_their_tags_mean_now(tmp_path):
    for name in ("Makefile", "deploy"):
        subprocess.run(["cp", "-r", ROOT / name, tmp_path], check=True)
    for digest in ("sha256:" + "a" * 64, "sha256:" + "b" * 64):
        docker = tmp_path / "docker"
        docker.write_text(
            f'#!/bin/sh\n[ "$2 $3" = "imagetools inspect" ] && echo {digest}'
        )
        docker.chmod(0o755)
        path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        subprocess.run(["make", "digests"], cwd=tmp_path, env=path, check=True)
        texts = [file.read_text() for file in (tmp_path / "deploy").rglob("*ocker*e")]
        texts.append((tmp_path / "deploy/compose.yaml").read_text())
        named = re.findall(r"(?:FROM|PYTHON=|image:) ?(\w+:.*)", "\n".join(texts))
        assert len(named) == 4
        assert all(image.endswith(f"@{digest}") for image in named)


@pytest.mark.slow
def test_example_passes_djangos_checks(tmp_path):
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run_site(tmp_path, *check, **example_environment())
    assert (done.returncode, done.stderr) == (0, "")
    # The missing mail server, and HSTS for other names and for browsers' lists.
    assert "no issues (3 silenced)" in done.stdout


@pytest.mark.skipif(find_redis() is None, reason="needs Redis")
def test_password_of_redis_is_in_no_command_line(tmp_path):
    shell, flag, script = SERVICES["redis"]["command"]
    port, password = free_port(), secrets.token_hex(16)
    script = script.replace("$$", "$").replace("/data/", f"{tmp_path}/")
    process = subprocess.Popen(
        [shell, flag, f"{script} --port {port} --bind {LOOPBACK}"],
        env=os.environ | {"REDISCLI_AUTH": password},
        stdout=subprocess.DEVNULL,
    )
    try:
        url, log = f"redis://:{password}@{LOOPBACK}:{port}", tmp_path / "no-log"
        log.touch()
        wait_until_it_answers(process, lambda: ask_redis(url), log)
        command = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        assert command.startswith(b"redis-server")
        assert password.encode() not in command
        assert stat.S_IMODE((tmp_path / "password.conf").stat().st_mode) == 0o600
    finally:
        process.terminate()
        process.wait()


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


@pytest.mark.parametrize(
    ("host", "asked"),
    [
        ("", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("::", "[::1]"),
        ("[::1]  # this machine", "[::1]"),
        ("192.0.2.7", "192.0.2.7"),
    ],
)
def test_probe_asks_the_address_that_the_server_listens_on(monkeypatch, host, asked):
    asked_for = []

    def refuse(question, **_options):
        asked_for.append(question.full_url)
        raise OSError

    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "8001 # ours")
    monkeypatch.setattr(healthcheck, "urlopen", refuse)
    healthcheck.find_problem()
    assert asked_for == [f"http://{asked}:8001/readyz"]
