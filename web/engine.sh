#!/usr/bin/env bash
# Builds the engine of exported pages, dist/engine.wasm.zst. It needs Go and zstd.
set -euo pipefail
cd "$(dirname "$0")/.."
engine=$(mktemp)
trap 'rm -f "$engine"' EXIT
CGO_ENABLED=0 GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -pgo=off -ldflags '-s -w' -o "$engine" ./cmd/engine
zstd --quiet --force --ultra -22 "$engine" -o web/dist/engine.wasm.zst
