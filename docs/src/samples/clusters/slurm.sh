#!/bin/bash
#SBATCH --job-name=hunt
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --requeue
#SBATCH --output=%x-%A-%a.log

# sbatch slurm.sh
# After it: tilewright merge parts/*.part -o hunt.jsonl
# Parts that failed, such as 3 and 17: sbatch --array=3,17 slurm.sh

set -euo pipefail
parts=64
number=$SLURM_ARRAY_TASK_ID

mkdir -p parts
if [ ! -e "parts/$number.part" ]; then
    # A part that was stopped or killed is resumed from parts/$number.part.part.
    tilewright battleship hunt --hunter density --games 10000000 --seed 1 \
        --threads "${SLURM_CPUS_PER_TASK:-1}" --part "$number/$parts" -o "parts/$number.part"
fi
