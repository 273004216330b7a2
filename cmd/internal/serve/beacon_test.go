package serve_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kinetree/cmd/internal/serve"
	"kinetree/internal/licences"
	"kinetree/scenario"
)

// beacon writes a robot whose description and meshes name files at an address in all the ways that their formats have,
// and returns the name of the file.
func beacon(t *testing.T, address string) string {
	t.Helper()
	dir := t.TempDir()
	files := wedges()
	document := func(more string) []byte {
		gltf := strings.Replace(string(files["e.gltf"]), "its%20buffer.bin", address+"/buffer.bin", 1)
		return []byte(strings.Replace(gltf, `{"asset"`, `{`+more+`"images":[{"uri":"`+address+`/image.png"},
{"uri":"`+strings.TrimPrefix(address, "http:")+`/image.png"}],"textures":[{"source":0},{"source":1}],"materials":[
{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}},"emissiveTexture":{"index":1}}],"asset"`, 1))
	}
	gltf := bytes.Replace(document(""), []byte(`"indices":1`), []byte(`"indices":1,"material":0`), 1)
	text := bytes.Replace(gltf, []byte(`"uri":"`+address+`/buffer.bin",`), nil, 1) // binary glTF has the buffer in it
	text = append(text, "   "[:-len(text)&3]...)
	end := files["f.glb"][20+binary.LittleEndian.Uint32(files["f.glb"][12:]):]
	glb := binary.LittleEndian.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(20+len(text)+len(end)))
	glb = append(binary.LittleEndian.AppendUint32(glb, uint32(len(text))), "JSON"...)
	glb = append(append(glb, text...), end...)
	dae := strings.Replace(string(files["c.dae"]), "<library_geometries>", `<library_images><image id="i"><init_from>
`+address+`/collada.png</init_from></image></library_images><library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="a"><sampler2D>
<source>s</source></sampler2D></newparam><technique sid="c"><phong><diffuse><texture texture="a" texcoord="T"/>
</diffuse></phong></technique></profile_COMMON></effect></library_effects><library_materials><material id="m">
<instance_effect url="#e"/></material></library_materials><library_geometries>`, 1)
	dae = strings.Replace(dae, `<triangles count="4">`, `<triangles count="4" material="k">`, 1)
	dae = strings.Replace(dae, `<instance_geometry url="#g"/>`, `<instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="k" target="#m"/></technique_common></bind_material>
</instance_geometry>`, 1)
	robot := fmt.Sprintf(`<robot name="beacon"><material name="m"><texture filename="%[1]s/texture.png"/></material>
<link name="base"><visual><geometry><box size="1 1 1"/></geometry><material name="m"/></visual></link>
<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="m.dae"/></geometry><material name="n"><texture filename='%[1]s/other.png'/></material>
</visual><visual><geometry><mesh filename="m.gltf"/></geometry></visual>
<visual><geometry><mesh filename="m.glb"/></geometry></visual>
<visual><geometry><mesh filename="%[1]s/mesh.stl"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`, address)
	for name, data := range map[string][]byte{"m.dae": []byte(dae), "m.gltf": gltf, "m.glb": glb,
		"robot.urdf": []byte(robot), "page.yaml": []byte("{kinetree: 1, model: robot.urdf, duration: 0.1}")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "page.yaml")
}

// exported returns the page of a scenario.
func exported(t *testing.T, name string) []byte {
	t.Helper()
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := serve.Export(s)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestNoAddresses looks into an exported page for the addresses that a robot names, and for the licences of its parts.
func TestNoAddresses(t *testing.T) {
	const address = "http://stranger.example"
	page := exported(t, beacon(t, address))
	boot := regexp.MustCompile(`(?s)id="boot">(.*?)</script>`).FindSubmatch(page)
	var content struct{ Files map[string][]byte }
	if boot == nil || json.Unmarshal(boot[1], &content) != nil || len(content.Files) != 5 {
		t.Fatalf("the page has the files %d; expected the scenario, the robot and three meshes", len(content.Files))
	}
	for name, data := range content.Files {
		if i := bytes.Index(data, []byte("stranger.example")); i >= 0 {
			t.Errorf("%s in the page names a stranger: %s", name, data[max(i-60, 0):i])
		}
	}
	if !bytes.Contains(page, licences.OfExport()) || !bytes.Contains(licences.OfExport(), []byte("three.js authors")) {
		t.Error("the page does not have the licences of its parts")
	}
}

// TestBeacon opens pages of a robot that names files at an address, exported and served, with the policy of the page
// and, so that what holds by itself is seen, without it. Nobody asks at the address.
func TestBeacon(t *testing.T) {
	ctx := browser(t)
	asked := make(chan string, 100)
	stranger := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
	}))
	defer stranger.Close()
	name := beacon(t, stranger.URL)
	page := exported(t, name)
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';[^"]*">`)
	if !policy.Match(page) {
		t.Error("the page has no policy of what it loads")
	}
	dir := t.TempDir()
	open := func(file string, text []byte) string {
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
		return "file://" + filepath.ToSlash(filepath.Join(dir, file))
	}
	for _, address := range []string{open("page.html", page), open("bare.html", policy.ReplaceAll(page, nil)),
		served(t, name)} {
		do(t, ctx, chromedp.Navigate(address))
		ready(t, ctx)
		wait(t, ctx, "kinetree.view.loaded + kinetree.view.missing.length >= 4")
		do(t, ctx, chromedp.Sleep(500*time.Millisecond)) // textures come behind their meshes
		for len(asked) > 0 {
			t.Errorf("%.40s asks a stranger for %s", address, <-asked)
		}
	}
	do(t, ctx, chromedp.Navigate(open("asks.html", fmt.Appendf(nil, "<script>fetch(%q)</script>", stranger.URL))))
	select {
	case <-asked:
	case <-time.After(patience):
		t.Error("the stranger hears nothing at all, so that this test shows nothing")
	}
	answer, err := http.Get(served(t, name))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if h := answer.Header.Get("Content-Security-Policy"); !strings.Contains(h, "frame-ancestors 'none'") {
		t.Errorf("the policy of the served page is %q", h)
	}
}
