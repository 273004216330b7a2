#!/usr/bin/env bash
# Builds a release of the commit that is checked out: dist/ has an archive, a wheel and, for Linux, packages for each
# platform, a list of all parts (CycloneDX), and SHA256SUMS. Each program is built twice, in two folders, and the two
# must have the same bytes. It needs Go, git, Python 3 and the module proxy.
set -euo pipefail
cd "$(dirname "$0")"

version=${1:?"usage: ./release.sh VERSION, such as 0.1.0"}
platforms=${PLATFORMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
if [ -n "$(git status --porcelain)" ]; then
	echo 'the checkout has changes that are not committed; a release is of a commit' >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf dist
mkdir dist

# build builds the program of a platform in a folder that has the commit.
build() { # folder, os/arch, file
	(cd "$1" && CGO_ENABLED=0 GOOS=${2%/*} GOARCH=${2#*/} go build -trimpath -ldflags '-s -w' -o "$3" ./cmd/simulate)
}

wheel_platform() { # os/arch
	case $1 in
	linux/amd64) echo manylinux2014_x86_64.musllinux_1_1_x86_64 ;;
	linux/arm64) echo manylinux2014_aarch64.musllinux_1_1_aarch64 ;;
	darwin/amd64) echo macosx_12_0_x86_64 ;;
	darwin/arm64) echo macosx_12_0_arm64 ;;
	windows/amd64) echo win_amd64 ;;
	windows/arm64) echo win_arm64 ;;
	esac
}

for copy in one another; do
	git clone --quiet --local --no-hardlinks . "$work/$copy"
done

go build -trimpath -o "$work/simulate" ./cmd/simulate # for this machine: its help and completions
mkdir -p "$work/share/man/man1" "$work/share/completions"
for shell in bash zsh fish powershell; do
	"$work/simulate" completion "$shell" >"$work/share/completions/simulate.$shell"
done
manual() { # name, command...
	printf '.TH "%s" 1 "" "Kinetree %s"\n.SH DESCRIPTION\n.nf\n' "$1" "$version"
	shift
	"$work/simulate" "$@" --help | sed 's/\\/\\\\/g; s/^\./\\\&./; s/^'"'"'/\\\&&/; s/-/\\-/g'
}
manual simulate >"$work/share/man/man1/simulate.1"
for command in $("$work/simulate" __complete '' 2>/dev/null | sed -n 's/^\([a-z]*\)\t.*/\1/p'); do
	manual "simulate-$command" "$command" >"$work/share/man/man1/simulate-$command.1"
done

for platform in $platforms; do
	os=${platform%/*} arch=${platform#*/}
	program=simulate
	[ "$os" = windows ] && program=simulate.exe
	folder=kinetree-$version-$os-$arch
	mkdir -p "$work/$folder"
	build "$work/one" "$platform" "$work/$folder/$program"
	build "$work/another" "$platform" "$work/again"
	cmp "$work/$folder/$program" "$work/again" # the same bytes from another folder
	cp LICENSE THIRD-PARTY-NOTICES.md README.md CHANGELOG.md "$work/$folder"
	cp -r "$work/share/." "$work/$folder/"
	tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='1980-01-01 00:00Z' -C "$work" -c "$folder" |
		gzip -n -9 >"dist/$folder.tar.gz"
	python3 python/wheel_of_kinetree.py --program "$work/$folder/$program" \
		--platform "$(wheel_platform "$platform")" dist
	if [ "$os" = linux ]; then
		cat >"$work/nfpm.yaml" <<-END
			name: kinetree
			arch: $arch
			version: $version
			maintainer: The Kinetree authors
			description: Simulates robots described by URDF files and tests their controllers.
			license: BSD-3-Clause
			mtime: 1980-01-01T00:00:00Z
			contents:
			  - {src: $work/$folder/$program, dst: /usr/bin/simulate, file_info: {mode: 0755}}
			  - {src: $work/$folder/man/man1, dst: /usr/share/man/man1, type: tree}
			  - {src: $work/share/completions/simulate.bash, dst: /usr/share/bash-completion/completions/simulate}
			  - {src: LICENSE, dst: /usr/share/doc/kinetree/LICENSE}
			  - {src: THIRD-PARTY-NOTICES.md, dst: /usr/share/doc/kinetree/THIRD-PARTY-NOTICES.md}
		END
		for kind in deb rpm; do
			SOURCE_DATE_EPOCH=315532800 go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2 package \
				--config "$work/nfpm.yaml" --packager "$kind" --target dist
		done
	fi
done

go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0 app -json -licenses -noserial \
	-main cmd/simulate -output "dist/kinetree-$version.cdx.json" .
cp Containerfile dist/
(cd dist && sha256sum -- * >SHA256SUMS)
cat dist/SHA256SUMS
