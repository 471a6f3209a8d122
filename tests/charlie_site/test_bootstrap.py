"""The set-up on machines with few programs, or with broken ones."""

import os
import re
import sys
from pathlib import Path

import pytest

import bootstrap


@pytest.fixture
def empty_machine(monkeypatch, tmp_path):
    """Return a folder for everything that the set-up makes, without a private uv."""
    monkeypatch.setattr(bootstrap, "TOOLS", tmp_path / "tools")
    monkeypatch.setattr(bootstrap, "LOG", tmp_path / "tools" / "log")
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "venv" / "installed-locks")
    return tmp_path


def put_program(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def good_python(empty_machine):
    """Return a Python that the project can use; it has no pip."""
    return put_program(empty_machine / "good", "[ $1 = -c ] && echo True")


def put_uv(monkeypatch, folder, *, finds="none", downloads="none", syncs=True):
    """Let the private uv be one that makes environments of these Pythons."""
    python = bootstrap.python_in(bootstrap.VENV)
    cases = f"*managed*) cp {downloads} {python};; venv*) cp {finds} {python};;"
    script = (
        f"mkdir -p {python.parent}; case $* in {cases} *) {str(syncs).lower()};; esac"
    )
    uv = put_program(folder / "uv", script)
    monkeypatch.setattr(bootstrap, "get_uv", lambda: uv)


def test_python_with_an_old_sqlite_is_replaced_by_a_downloaded_one(
    empty_machine, good_python, monkeypatch
):
    old = put_program(empty_machine / "old", "echo False")
    put_uv(monkeypatch, empty_machine, finds=old, downloads=good_python)
    bootstrap.install(bootstrap.SERVER_LOCK)
    assert bootstrap.is_usable(bootstrap.python_in(bootstrap.VENV))


def test_missing_python_is_explained_in_one_line(empty_machine, monkeypatch):
    put_uv(monkeypatch, empty_machine)
    with pytest.raises(SystemExit) as end:
        bootstrap.main(["-c", "pass"])
    assert "`uv python install 3.13`" in end.value.code
    assert "\n" not in end.value.code


def test_missing_network_is_explained_in_one_line(
    empty_machine, good_python, monkeypatch
):
    put_uv(monkeypatch, empty_machine, finds=good_python, syncs=False)
    with pytest.raises(SystemExit) as end:
        bootstrap.main([])
    assert "network" in end.value.code
    assert not bootstrap.STAMP.exists()


PIP_RETRIES = (
    "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None,"
    " status=None)) after connection broken by 'NewConnectionError("
    "'<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7fa4>: Failed to"
    " establish a new connection: [Errno 101] Network is unreachable')': /simple/uv/"
)


@pytest.mark.parametrize(
    ("logged", "cause"),
    [
        (
            "error: Failed to fetch: `https://x/`\n  Caused by: dns error: no address",
            " (Caused by: dns error: no address)",
        ),
        ("error: Failed to download https://x/y\nbye", " (error: Failed to download"),
        (PIP_RETRIES, " (Failed to establish a new connection: [Errno 101] Network"),
        ("error: No interpreter found", ""),
    ],
)
def test_error_of_the_network_is_named(empty_machine, logged, cause):
    bootstrap.TOOLS.mkdir()
    bootstrap.LOG.write_text(f"$ uv venv --connect timeout\n{logged}\n")
    found = bootstrap.cause_in_log()
    assert found.startswith(cause)
    assert bool(found) == bool(cause)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the rights of root")
def test_root_takes_no_python_that_a_service_cannot_read(monkeypatch):
    hidden, public = Path("/root/python"), Path("/usr/bin/env")
    monkeypatch.setattr(bootstrap, "ROOT", Path("/srv"))
    assert bootstrap.suits_services(public)
    assert not bootstrap.suits_services(hidden)
    monkeypatch.setattr(bootstrap, "ROOT", Path("/root/charlie"))
    assert bootstrap.suits_services(hidden)


def test_private_python_of_root_serves_where_none_can_be_downloaded(
    empty_machine, good_python, monkeypatch, capsys
):
    monkeypatch.setattr(bootstrap, "suits_services", lambda _python: False)
    put_uv(monkeypatch, empty_machine, finds=good_python)
    bootstrap.install(bootstrap.SERVER_LOCK)
    assert bootstrap.is_usable(bootstrap.python_in(bootstrap.VENV))
    assert "home folder of root" in capsys.readouterr().err


def test_root_prefers_a_download_to_a_private_python(
    empty_machine, good_python, monkeypatch, capsys
):
    public = put_program(empty_machine / "public", "echo True # public")
    monkeypatch.setattr(
        bootstrap, "suits_services", lambda python: "# public" in python.read_text()
    )
    put_uv(monkeypatch, empty_machine, finds=good_python, downloads=public)
    bootstrap.install(bootstrap.SERVER_LOCK)
    python = bootstrap.python_in(bootstrap.VENV)
    assert python.read_text() == public.read_text()
    assert "home folder of root" not in capsys.readouterr().err


def test_packages_come_by_pip_if_uv_cannot_reach_them(empty_machine, monkeypatch):
    with_pip = put_program(empty_machine / "with-pip", "echo True")
    put_uv(monkeypatch, empty_machine, finds=with_pip, syncs=False)
    bootstrap.install(bootstrap.SERVER_LOCK)
    assert "-m pip install" in bootstrap.LOG.read_text()


@pytest.mark.slow
def test_shim_that_refuses_to_run_is_passed_over(monkeypatch, tmp_path):
    shims, folder = tmp_path / "shims", tmp_path / "pyenv/versions/any/bin"
    put_program(shims / "python3.13", "echo no such version >&2; exit 127")
    folder.mkdir(parents=True)
    python = folder / f"python3.{sys.version_info.minor}"
    python.symlink_to(Path(sys.base_prefix, "bin", "python3"))
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    bootstrap.make_environment(bootstrap.get_uv())
    assert bootstrap.is_usable(tmp_path / "venv/bin/python")


def test_slow_python_is_passed_over_if_there_is_a_fast_one(empty_machine, monkeypatch):
    slow = put_program(empty_machine / "slow" / "python3.13", "echo False")
    fast = put_program(empty_machine / "fast" / "python3.12", "echo True")
    monkeypatch.setenv("PATH", f"{slow.parent}:{fast.parent}:/usr/bin:/bin")
    put_uv(monkeypatch, empty_machine, finds=fast)
    bootstrap.make_environment(bootstrap.get_uv())
    # This machine may have more fast ones.
    found = [option for (option,) in bootstrap.fast_pythons()]
    assert f"--python={fast}" in found
    assert f"--python={slow}" not in found
    assert found[0] in bootstrap.LOG.read_text()


def make_environment_of(lock):
    put_program(bootstrap.VENV / "bin" / "python", "echo Python 3.13.0")
    bootstrap.STAMP.write_text(bootstrap.stamp_line(lock))


def test_second_start_installs_no_package(empty_machine, monkeypatch):
    make_environment_of(bootstrap.SERVER_LOCK)
    monkeypatch.setattr(bootstrap, "install", pytest.fail)
    bootstrap.ensure_environment(with_tests=False)


def test_environment_is_made_anew_for_tests_and_without_its_python(empty_machine):
    make_environment_of(bootstrap.SERVER_LOCK)
    assert not bootstrap.is_installed(bootstrap.TESTS_LOCK)
    (bootstrap.VENV / "bin" / "python").unlink()
    assert not bootstrap.is_installed(bootstrap.SERVER_LOCK)


def test_environment_for_tests_keeps_its_packages(empty_machine, monkeypatch):
    make_environment_of(bootstrap.TESTS_LOCK)
    installed = []
    monkeypatch.setattr(bootstrap, "install", installed.append)
    bootstrap.ensure_environment(with_tests=False)
    assert installed == [bootstrap.TESTS_LOCK]


@pytest.mark.parametrize("lock", ["SERVER_LOCK", "TESTS_LOCK", "UV_LOCK"])
def test_locks_have_hashes_and_name_no_index(lock):
    text = getattr(bootstrap, lock).read_text()
    assert "--hash=sha256:" in text
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_locks_agree_on_the_packages_of_the_server():
    def versions_in(lock):
        return set(re.findall(r"^\S+==\S+", lock.read_text(), re.MULTILINE))

    assert versions_in(bootstrap.SERVER_LOCK) <= versions_in(bootstrap.TESTS_LOCK)


@pytest.fixture
def calls(monkeypatch):
    """Return the list of commands that would be run, each as its arguments."""
    calls = []
    monkeypatch.setattr(bootstrap, "ensure_environment", lambda with_tests: None)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    monkeypatch.setattr(os, "execv", lambda program, argv: calls.append(argv[1:]))
    return calls


def test_command_gets_its_arguments_unchanged(calls):
    bootstrap.main(["--tests", "manage.py", "--tests", "two words"])
    assert calls == [["manage.py", "--tests", "two words"]]


def test_bytecode_goes_to_the_environment_if_not_allowed_beside_the_source(calls):
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    bootstrap.main(["-c", "pass"])
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ["PYTHONPYCACHEPREFIX"] == str(bootstrap.VENV / "bytecode")


def test_bytecode_stays_beside_the_source_if_allowed(calls):
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        os.environ.pop(name, None)
    bootstrap.main(["-c", "pass"])
    assert "PYTHONPYCACHEPREFIX" not in os.environ
