#!/usr/bin/env bash
# Counts the machine instructions of one call of each algorithm, which unlike times are the same on a busy machine. Usage: cmd/peers/instructions.sh [ROBOT...]
# It needs valgrind (Debian: apt-get install valgrind), and takes the environment into account, such as GOAMD64=v3.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- ur5 panda_arm humanoid chain100
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# total counts the instructions of a whole test binary that makes so many calls. Valgrind sometimes stumbles over Go's threads; then it tries again.
total() { # binary benchmark calls
	for _ in 1 2 3 4 5; do
		GODEBUG=asyncpreemptoff=1 GOGC=off GOMAXPROCS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$dir/log" \
			"$1" -test.run '^$' -test.bench "$2" -test.benchtime "$3x" >"$dir/out" 2>&1 || true
		if grep -q 'ns/op' "$dir/out" && grep -q Collected "$dir/log"; then
			awk '/Collected/ {print $4}' "$dir/log"
			return
		fi
	done
	echo "valgrind does not run $1" >&2
	exit 1
}

printf '%-12s%-44s%s\n' package benchmark instructions
for pair in aba:ForwardDynamics rnea:InverseDynamics dynamics/crba:MassMatrix tree:Kinematics aba:Derivatives; do
	package=${pair%:*} benchmark=${pair#*:}
	go test -c -o "$dir/test" "./$package"
	for robot; do
		few=$(total "$dir/test" "^Benchmark$benchmark\$/^$robot\$" 100)
		many=$(total "$dir/test" "^Benchmark$benchmark\$/^$robot\$" 4100)
		printf '%-12s%-44s%d\n' "$package" "$benchmark/$robot" $(((many - few) / 4000))
	done
done
