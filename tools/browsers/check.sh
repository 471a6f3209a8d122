#!/bin/sh
# Checks that style sheets and scripts need no newer browser than oldest.mjs lists.
set -e
cd "$(dirname "$0")"
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent || {
  echo "!!! NOT CHECKED: what older browsers lack. npm could not fetch the linters."
  exit 0
}
cd ../..
tools="tools/browsers/node_modules/.bin"
"$tools/stylelint" --config tools/browsers/stylelint.config.mjs "static/css/**/*.css"
"$tools/eslint" --config tools/browsers/eslint.config.mjs "static/js/*.js"
