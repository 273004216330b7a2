package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// extent returns how much of the picture of the robot is not background, from 0 to 1 across and up, as the largest part
// of the height or the width; and how much of the picture's border is.
const extent = `(() => {
	const c = document.createElement("canvas"), v = document.querySelector(".view canvas"), view = kinetree.view;
	const { grid, scene } = view;
	grid.visible = false;
	view.renderer.render(scene, view.camera);
	c.width = v.width; c.height = v.height;
	const g = c.getContext("2d");
	g.drawImage(v, 0, 0);
	grid.visible = true;
	view.draw();
	const data = new Uint32Array(g.getImageData(0, 0, c.width, c.height).data.buffer), back = data[0];
	let [left, right, top, bottom, border, dark, all] = [c.width, 0, c.height, 0, 0, 0, 0];
	for (let y = 0; y < c.height; y++) for (let x = 0; x < c.width; x++) {
		const pixel = data[y * c.width + x];
		if (pixel === back) continue;
		left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
		if (x < 1 || y < 1 || x > c.width - 2 || y > c.height - 2) border++;
		all++;
		if ((pixel & 255) < 12 && (pixel >> 8 & 255) < 12 && (pixel >> 16 & 255) < 12) dark++;
	}
	return [Math.max((right - left) / c.width, (bottom - top) / c.height), border, all ? dark / all : 1];
})()`

// seen fails unless the picture shows the robot: all that is drawn of it, as large as the window lets it, and lit.
func seen(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	got := get[[]float64](t, ctx, extent)
	if got[0] < 0.5 || got[1] > 0 || got[2] > 0.5 {
		t.Errorf("%s: the robot takes %.2f of the picture, %v pixels of it are cut off, %.2f of it is black; expected "+
			"at least half of the height or width, and a margin", name, got[0], got[1], got[2])
	}
	if n := get[int](t, ctx, "kinetree.view.outside()"); n > 0 {
		t.Errorf("%s: %d points of the motion are outside of the picture", name, n)
	}
}

// quarters is a picture with four colours.
func quarters(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 2, 2))
	m.Set(0, 0, color.RGBA{200, 40, 40, 255})
	m.Set(1, 0, color.RGBA{40, 200, 40, 255})
	m.Set(0, 1, color.RGBA{40, 40, 200, 255})
	m.Set(1, 1, color.RGBA{200, 200, 40, 255})
	var text bytes.Buffer
	if err := png.Encode(&text, m); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// painted returns a wedge in COLLADA with a material, of which the effect is given.
func painted(effect string) []byte {
	dae := strings.Replace(string(wedges()["c.dae"]), "<library_geometries>", effect+`<library_materials>
<material id="m"><instance_effect url="#e"/></material></library_materials><library_geometries>`, 1)
	dae = strings.Replace(dae, `<triangles count="4">`, `<triangles count="4" material="k">`, 1)
	return []byte(strings.Replace(dae, `<instance_geometry url="#g"/>`, `<instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="k" target="#m"/></technique_common></bind_material>
</instance_geometry>`, 1))
}

// textured returns the effect of a picture.
func textured(picture string) string {
	return `<library_images><image id="i"><init_from>` + picture + `</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>i</init_from></surface>
</newparam><newparam sid="a"><sampler2D><source>s</source></sampler2D></newparam><technique sid="c"><phong><diffuse>
<texture texture="a" texcoord="T"/></diffuse></phong></technique></profile_COMMON></effect></library_effects>`
}

// transparent is the effect of a material that exporters write for one that is opaque.
const transparent = `<library_effects><effect id="e"><profile_COMMON><technique sid="c"><phong><diffuse>
<color>0.8 0.3 0.2 1</color></diffuse><transparent opaque="RGB_ZERO"><color>1 1 1 1</color></transparent>
<transparency><float>1</float></transparency></phong></technique></profile_COMMON></effect></library_effects>`

// TestFallbacks shows a robot of whose links each lacks something else, and says what of it is missing.
func TestFallbacks(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"package.xml": []byte("<package><name>p</name></package>"),
		"meshes/opaque.dae": painted(transparent), "meshes/bare.dae": painted(textured("absent.png")),
		"meshes/painted.dae": painted(textured("../textures/quarters.png")), "textures/quarters.png": quarters(t),
		"meshes/outside.dae": painted(textured("../../outside.png")), "../outside.png": quarters(t)} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mesh := func(name string) string {
		return `<visual><geometry><mesh filename="package://p/meshes/` + name + `"/></geometry></visual>`
	}
	const mass = `<inertial><origin xyz="0.3 0 0.4"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"
iyz="0"/></inertial>`
	links := []struct{ name, parts, want string }{
		{"opaque", mass + mesh("opaque.dae"), "visual"}, {"bare", mass + mesh("bare.dae"), "visual"},
		{"painted", mass + mesh("painted.dae"), "visual"}, {"outside", mass + mesh("outside.dae"), "visual"},
		{"boxed", mass + mesh("none.stl") + `<collision><geometry><box size=" 1  1 1 "/></geometry></collision>`,
			"collision"},
		{"alone", mass + mesh("gone.dae"), "stick"}, {"heavy", mass, "stick"}, {"frame", "", "nothing"}, // a fixed one
	}
	text := `<robot name="fallbacks"><link name="base"/>`
	for i, l := range links {
		text += fmt.Sprintf(`<link name="%s">%s</link><joint name="to_%[1]s" type="%[4]s"><parent link="base"/>
<child link="%[1]s"/><origin xyz=" %[3]d  0 0"/><axis/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`,
			l.name, l.parts, 4*i, map[bool]string{true: "fixed", false: "revolute"}[l.parts == ""])
	}
	file := filepath.Join(dir, "robot.yaml")
	for name, text := range map[string]string{filepath.Join(dir, "robot.urdf"): text + "</robot>",
		file: "{kinetree: 1, model: robot.urdf, duration: 0.01}"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, exported(t, file), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{served(t, file), "file://" + filepath.ToSlash(page)} {
		do(t, ctx, chromedp.Navigate(address))
		ready(t, ctx)
		wait(t, ctx, `document.body.dataset.meshes === "2 of 6 meshes missing"`)
		for _, l := range links {
			if got := get[string](t, ctx, fmt.Sprintf("kinetree.view.drawn()[%q]", l.name)); got != l.want {
				t.Errorf("%s is drawn by: %s; expected %s", l.name, got, l.want)
			}
		}
		material := func(link, what string) string {
			return get[string](t, ctx, fmt.Sprintf(`(() => {
				let m;
				kinetree.view.robot.root.links[%q].traverse((o) => o.isMesh && !o.userData.overlay && (m = o.material));
				return String(%s);
			})()`, link, what))
		}
		for _, c := range [][3]string{{"opaque", "m.opacity", "1"}, {"bare", "m.map", "null"},
			{"outside", "m.map", "null"}, {"painted", "m.map.image.width", "2"}} {
			if got := material(c[0], c[1]); got != c[2] {
				t.Errorf("%.30s: %s of %s is %s; expected %s", address, c[1], c[0], got, c[2])
			}
		}
		names := get[[]string](t, ctx, `[...document.querySelectorAll("#meshes li")].map((e) => e.textContent)`)
		if want := 4; len(names) != want {
			t.Errorf("the page names the missing files %q; expected %d of them", names, want)
		}
		seen(t, ctx, "fallbacks")
		picture(t, ctx, "fallbacks")
	}
}

// TestClosures shows robots of sticks whose loops are closed by constraints: in each pose of the run, sticks of both
// links go to the point that they share, and the rod between two others has its length.
func TestClosures(t *testing.T) {
	ctx := browser(t)
	closed := 0
	for _, name := range []string{"four_bar_loop", "slider_crank_drive", "stewart_platform_legs"} {
		do(t, ctx, chromedp.Navigate(served(t, name)))
		ready(t, ctx)
		gaps := get[[]float64](t, ctx, `(() => {
			const V = kinetree.view.camera.position.constructor, root = kinetree.view.robot.root, gaps = [];
			for (let k = 0; k <= 4; k++) {
				kinetree.seek((kinetree.player.run.end * k) / 4);
				root.updateMatrixWorld(true);
				for (const c of kinetree.stage.closures) {
					if (c.type !== "point" && c.type !== "hinge") continue;
					const at = c.links.map((name, i) => {
						const p = new V(...c.at[i]);
						return name ? root.links[name].localToWorld(p) : p;
					});
					const ends = c.links.map((name, i) => !name || new V(...c.at[i]).length() < 1e-6 ? 0 : Math.min(
						...kinetree.view.robot.ends(root.links[name]).map((e) => e.to.distanceTo(new V(...c.at[i])))));
					gaps.push(at[0].distanceTo(at[1]), ...ends);
				}
			}
			kinetree.seek(0);
			return gaps;
		})()`)
		for _, gap := range gaps {
			// Rows are joined by lines, and the constraints hold to 1e-9 m or so.
			if closed++; gap > 1e-5 {
				t.Errorf("%s: a stick ends %v m from the point that holds it", name, gap)
			}
		}
		hidden := get[[]string](t, ctx, `Object.entries(kinetree.view.drawn()).filter(([, d]) => d !== "stick").map(([n]) => n)`)
		if len(hidden) > 0 {
			t.Errorf("%s: %v are not drawn by sticks", name, hidden)
		}
		seen(t, ctx, name)
		picture(t, ctx, name)
	}
	if closed < 10 {
		t.Errorf("%d closures were looked at; expected more", closed)
	}
}

// TestRobots shows robots whose meshes are not there, and those of sticks: none is empty, none is cut off, and each
// body is drawn by something.
func TestRobots(t *testing.T) {
	names := []string{"ur5_pick_and_place", "panda_arm_step", "rr_arm_step"}
	for _, name := range []string{"anymal", "talos_left_arm", "kinova", "panda", "z1", "solo12", "ur10_robot"} {
		file := "../../../../shared/golden/urdf/" + name + ".urdf"
		if _, err := os.Stat(file); err != nil {
			t.Log("a robot is not beside the checkout: ", err)
			continue
		}
		names = append(names, file)
	}
	ctx := browser(t)
	for _, name := range names {
		do(t, ctx, chromedp.Navigate(served(t, name)))
		ready(t, ctx)
		wait(t, ctx, "!kinetree.view.robot.waiting")
		seen(t, ctx, name)
		if hidden := get[[]string](t, ctx, `(kinetree.stage.links.map((l) => l.name).filter((n) =>
			!["visual", "collision", "stick"].includes(kinetree.view.drawn()[n])))`); len(hidden) > 0 {
			t.Errorf("%s: the bodies %v are not drawn", name, hidden)
		}
		missing := get[int](t, ctx, "kinetree.view.missing.length")
		if words := get[string](t, ctx, `document.getElementById("meshes").textContent`); missing > 0 &&
			!strings.HasPrefix(words, fmt.Sprint(missing)+" of ") {
			t.Errorf("%s: %d meshes are missing, and the page says %.100q", name, missing, words)
		}
		picture(t, ctx, "robot_"+filepath.Base(name))
	}
	// A narrow window shows all of it, too.
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	wait(t, ctx, "kinetree.view.camera.aspect < 1.6")
	seen(t, ctx, "the last one on a phone")
	picture(t, ctx, "robot_phone")
}

// TestScenery shows solids that a robot may touch, each where the scenario has it.
func TestScenery(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "robot.urdf"), `<robot name="ball"><link name="base"/><link name="arm"><inertial>
<origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><origin xyz="0 0 -1"/><geometry><sphere radius="0.2"/></geometry></collision></link><joint name="j"
type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`)
	file := filepath.Join(dir, "scene.yaml")
	write(t, file, `{kinetree: 1, model: robot.urdf, duration: 0.05, environment: [{type: plane, normal: [0, 0, 1],
point: [0, 0, -3]}, {type: box, size: [1, 0.5, 0.2], origin: {xyz: [2, 0, -2], rpy: [0, 0, 1.5707963267948966]}},
{type: sphere, radius: 0.3, origin: {xyz: [0, 2, -2]}},
{type: cylinder, radius: 0.2, length: 1, origin: {xyz: [-2, 0, -2]}},
{type: capsule, radius: 0.1, length: 0.8, origin: {xyz: [0, -2, -2]}},
{type: hull, points: [[1, 1, -2], [1.5, 1, -2], [1, 1.5, -2], [1, 1, -1]]}]}`)
	do(t, ctx, chromedp.Navigate(served(t, file)))
	ready(t, ctx)
	boxes := get[[][]float64](t, ctx, `kinetree.view.scenery.children.slice(1).map((o) => {
		o.updateMatrixWorld(true);
		const at = o.geometry.attributes.position, low = [9, 9, 9], high = [-9, -9, -9], p = o.position.clone();
		for (let i = 0; i < at.count; i++) p.fromBufferAttribute(at, i).applyMatrix4(o.matrixWorld).toArray()
			.forEach((x, k) => { low[k] = Math.min(low[k], x); high[k] = Math.max(high[k], x); });
		return [...low, ...high];
	})`)
	want := [][]float64{{1.75, -0.5, -2.1, 2.25, 0.5, -1.9}, {-0.3, 1.7, -2.3, 0.3, 2.3, -1.7},
		{-2.2, -0.2, -2.5, -1.8, 0.2, -1.5}, {-0.1, -2.1, -2.5, 0.1, -1.9, -1.5}, {1, 1, -2, 1.5, 1.5, -1}}
	if len(boxes) != len(want) {
		t.Fatalf("%d solids besides the plane are drawn; expected %d", len(boxes), len(want))
	}
	for i := range want {
		for k := range want[i] {
			// Surfaces have single precision, and round ones are polyhedra with 24 sides and more.
			if math.Abs(boxes[i][k]-want[i][k]) > 4e-3 {
				t.Errorf("solid %d is within %v; expected %v", i, boxes[i], want[i])
				break
			}
		}
	}
	if z := get[float64](t, ctx, `kinetree.view.scenery.children[0].position.z`); math.Abs(z+3) > 0.01 {
		t.Errorf("the plane is at z = %v; expected -3", z)
	}
	picture(t, ctx, "scenery")
}
