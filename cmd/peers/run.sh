#!/usr/bin/env bash
# Compares kinetree with MuJoCo 2.2.2 on this machine. Usage: cmd/peers/run.sh [MODEL.urdf...]
# Without models it takes ur5, panda_arm and humanoid.urdf, which has 30 joints and a floating base.
# It installs Debian's package of MuJoCo and a C compiler where they are missing, which takes root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ ! -e /usr/include/mujoco/mujoco.h ] || ! command -v cc >/dev/null; then
	apt-get update && apt-get install -y --no-install-recommends libmujoco-dev gcc libc6-dev
fi
program=$(mktemp)
trap 'rm -f "$program"' EXIT
cc -O2 -o "$program" "$here/mujoco/mujoco.c" -lmujoco -lm
[ $# -gt 0 ] || set -- ur5 panda_arm "$here/humanoid.urdf"
go run "$here" "$program" "$@"
