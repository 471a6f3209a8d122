#!/usr/bin/env python3
"""Runs Django's commands for this site."""

from charlie_site.__main__ import run_command

if __name__ == "__main__":
    run_command()
