"""Tests of the referee, by the sections of docs/rules.md."""
