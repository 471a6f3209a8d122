"""The set-up on machines with few programs, or with broken ones."""

import os
import re
import sys

import pytest

import bootstrap


@pytest.fixture
def empty_machine(monkeypatch, tmp_path):
    """Leave only the programs that a test puts into the returned folder."""
    monkeypatch.setattr(bootstrap, "python_folders", lambda: [tmp_path])
    monkeypatch.setattr(bootstrap, "TOOLS", tmp_path / "tools")
    monkeypatch.setattr(bootstrap, "LOG", tmp_path / "tools" / "log")
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "venv" / "installed-locks")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "old-python"))
    return tmp_path


def put_program(path, script):
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def put_python(folder, name, minor, sqlite="3.40.1"):
    return put_program(folder / name, f"echo cpython {minor} {sqlite} /usr/bin/{name}")


def test_python_is_found_by_its_version(empty_machine):
    found = put_python(empty_machine, "python3.12", 12)
    assert bootstrap.find_python() == found


def test_preferred_version_comes_first(empty_machine):
    put_python(empty_machine, "python3.12", 12)
    found = put_python(empty_machine, "python3.13", 13)
    assert bootstrap.find_python() == found


def test_shim_that_refuses_to_run_is_passed_over(empty_machine):
    put_program(empty_machine / "python3.13", "echo no such version >&2; exit 127")
    found = put_python(empty_machine, "python3.12", 12)
    assert bootstrap.find_python() == found


def test_old_python_under_a_new_name_is_passed_over(empty_machine):
    put_python(empty_machine, "python3.13", 11)
    assert bootstrap.find_python() is None


def test_python_with_an_old_sqlite_is_passed_over(empty_machine):
    put_python(empty_machine, "python3.13", 13, sqlite="3.31.1")
    assert bootstrap.find_python() is None


def test_running_python_will_do(empty_machine, monkeypatch):
    running = put_python(empty_machine, "old-python", 12)
    monkeypatch.setattr(sys, "executable", str(running))
    assert bootstrap.find_python() == running


def test_missing_python_is_explained_in_one_line(empty_machine, monkeypatch):
    monkeypatch.setattr(bootstrap, "get_uv", lambda python: None)
    with pytest.raises(SystemExit) as end:
        bootstrap.main(["-c", "pass"])
    assert "Install one" in end.value.code
    assert "\n" not in end.value.code


def test_missing_network_is_explained_in_one_line(empty_machine, monkeypatch):
    put_python(empty_machine, "python3.13", 13)
    monkeypatch.setattr(bootstrap, "get_uv", lambda python: None)
    monkeypatch.setattr(bootstrap, "install_by_pip", lambda python, lock: False)
    with pytest.raises(SystemExit) as end:
        bootstrap.main([])
    assert "network" in end.value.code
    assert not bootstrap.STAMP.exists()


def make_environment_of(lock):
    (bootstrap.VENV / "bin").mkdir(parents=True)
    put_program(bootstrap.VENV / "bin" / "python", "echo Python 3.13.0")
    bootstrap.STAMP.write_text(bootstrap.stamp_line(lock))


def test_second_start_installs_no_package(empty_machine, monkeypatch):
    make_environment_of(bootstrap.SERVER_LOCK)
    monkeypatch.setattr(bootstrap, "install", pytest.fail)
    bootstrap.ensure_environment(with_tests=False)


def test_tests_need_more_than_the_server(empty_machine):
    make_environment_of(bootstrap.SERVER_LOCK)
    assert not bootstrap.is_installed(bootstrap.TESTS_LOCK)


def test_environment_without_its_python_is_made_anew(empty_machine):
    make_environment_of(bootstrap.SERVER_LOCK)
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
