"""Tests of the rules, by the sections of docs/rules.md."""
