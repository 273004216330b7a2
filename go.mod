module kinetree

go 1.25

require (
	github.com/beevik/etree v1.8.1
	github.com/go-gl/mathgl v1.2.0
	github.com/goccy/go-yaml v1.19.2
	github.com/rogpeppe/go-internal v1.14.1
	github.com/spf13/cobra v1.10.2
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	golang.org/x/sys v0.30.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
)
