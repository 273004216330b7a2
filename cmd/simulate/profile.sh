#!/usr/bin/env bash
# Writes cmd/simulate/default.pgo, the profile that the Go compiler reads when it builds simulate: which calls are hot in steps, in inverse dynamics, in the mass
# matrix and in the log. It is worth renewing when these have changed much. It holds no paths of the machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

profile() { # package benchmarks seconds
	go test -c -trimpath -o "$dir/test" "./$1"
	(cd "$1" && "$dir/test" -test.run '^$' -test.bench "$2" -test.benchtime "$3s" -test.cpuprofile "$dir/${1//\//.}.prof")
}
profile sim 'Run/(ur5|panda_arm|humanoid)' 2
profile rnea 'InverseDynamics/(ur5|panda_arm|humanoid)' 1
profile dynamics/crba 'MassMatrix/(ur5|panda_arm|humanoid)' 1
profile sim/record . 1
go tool pprof -proto "$dir"/*.prof >"$dir/merged"
zcat "$dir/merged" | dir=$dir perl -pe 's/\Q$ENV{dir}\E/"." x length $ENV{dir}/ge' | gzip -9n >cmd/simulate/default.pgo
