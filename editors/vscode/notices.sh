#!/bin/sh
# The licences of what is bundled.
set -eu
npm ls --omit=dev --all --parseable | tail -n +2 | while read -r folder; do
  printf '%s\n\n' "${folder##*/node_modules/}"
  cat "$folder"/[Ll][Ii][Cc][Ee][Nn][Ss]*
  printf '\n'
done
