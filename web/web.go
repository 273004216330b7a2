// Package web is the page of `simulate serve` and `simulate export`: its text, made of the TypeScript in src by
// `npm ci && npm run build`, and the engine that runs in an exported page, made by engine.sh. The results, in dist, are
// part of the repository, so that the go command alone builds the program.
package web

import (
	"bytes"
	_ "embed" // of the page
	"fmt"
	"html"
)

var (
	//go:embed dist/page.js
	script []byte
	//go:embed dist/page.css
	style []byte
	//go:embed dist/guard.js
	guard []byte
	//go:embed dist/unpack.js
	unpack []byte
	//go:embed dist/wasm_exec.js
	runtime []byte
	//go:embed dist/worker.js
	worker []byte
	//go:embed dist/engine.wasm.zst
	engine []byte
)

// Script returns the script of the page.
func Script() []byte { return script }

// Unpack returns the script of an exported page, which takes that of the page out of the element "script".
func Unpack() []byte { return unpack }

// Worker returns the script that runs the engine in an exported page.
func Worker() []byte { return append(append(append([]byte{}, runtime...), '\n'), worker...) }

// Engine returns the engine of an exported page, WebAssembly that zstd has compressed.
func Engine() []byte { return engine }

// Page returns a page with a title, elements in its body, and its script. The policy says what the page may load, as
// the header Content-Security-Policy does.
func Page(title, policy string, body, script []byte) []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<link rel=\"icon\" href=\"data:,\">\n<title>")
	b.WriteString(html.EscapeString(title))
	b.WriteString("</title>\n<style>")
	b.Write(style)
	b.WriteString("</style>\n</head>\n<body>\n" + before + "<script>")
	b.Write(withoutEnd(guard))
	b.WriteString("</script>\n")
	b.Write(body)
	b.WriteString("<script>")
	b.Write(withoutEnd(script))
	b.WriteString("</script>\n<span id=\"whole\" hidden></span>\n</body>\n</html>\n")
	return b.Bytes()
}

// before is what a page shows until its script has begun, and if it never does. The guard changes the words when
// something fails. The last element of a page is called whole: in a file that was cut off it is not there.
const before = `<div id="app"><main class="before"><h1>Kinetree</h1>
<p id="loading" role="status">Loading the robot and the engine …</p>
<p class="small">If these words stay, this browser is too old for the page: it takes Chromium 80, Firefox 113 or Safari
16.4, or a newer one.</p></main></div>
<noscript><p class="fault">This page simulates a robot by a script, and the browser has scripts turned off. Allow
scripts for this page and load it again.</p></noscript>
`

// Element returns an element that the page's script reads: a text of a kind that no browser executes.
func Element(kind, id string, content []byte) []byte {
	return fmt.Appendf(nil, "<script type=%q id=%q>%s</script>\n", kind, id, withoutEnd(content))
}

// withoutEnd returns a text without what ends a script in HTML.
func withoutEnd(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("</script"), []byte(`<\/script`))
}
