#!/bin/bash

# On this machine, or over ssh with --sshloginfile and a folder that all machines share.
# Called again, it does the parts that are missing, and resumes those that were stopped.

set -euo pipefail
parts=64

mkdir -p parts
for number in $(seq "$parts"); do
    [ -e "parts/$number.part" ] || echo "$number"
done | parallel --retries 3 --halt soon,fail=1 \
    tilewright battleship hunt --hunter density --games 10000000 --seed 1 \
    --threads 1 --part "{}/$parts" -o "parts/{}.part"

tilewright merge parts/*.part -o hunt.jsonl
