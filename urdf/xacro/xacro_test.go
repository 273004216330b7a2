package xacro_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kinetree/urdf"
	"kinetree/urdf/xacro"
)

// expand expands a document in a root element a, in the folder of a test, and returns what is in it without the blanks
// between tags, and the diagnostics.
func expand(t *testing.T, dir, body string, arguments ...string) (string, urdf.Diagnostics) {
	t.Helper()
	given := map[string]string{}
	for _, a := range arguments {
		name, value, _ := strings.Cut(a, ":=")
		given[name] = value
	}
	file := filepath.Join(dir, "main.xacro")
	r, diags := xacro.Expand([]byte(`<a xmlns:xacro="http://www.ros.org/wiki/xacro">`+body+"</a>"), file,
		xacro.Environment{Arguments: given})
	text := string(r.Text)
	text = strings.TrimPrefix(text, "<?xml version=\"1.0\"?>\n")
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "<a>"), "</a>")
	text = regexp.MustCompile(`\s*(<[^>]*>)\s*`).ReplaceAllString(text, "$1")
	if text == "<a/>" {
		text = ""
	}
	return strings.TrimSpace(text), diags
}

// TestLanguage expands documents; what comes of them is that of the program xacro of ROS 2, as its pages and its tests
// have it.
func TestLanguage(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one.xml":        `<r><one/></r>`,
		"two.xml":        `<r><two/></r>`,
		"sub/one.xml":    `<r><subone/></r>`,
		"sub/call.xacro": `<r xmlns:xacro="x"><xacro:inc/></r>`,
		"sub/both.xacro": `<r xmlns:xacro="x"><xacro:include filename="one.xml"/>` +
			`<xacro:include filename="../one.xml"/></r>`,
		"space.xacro": `<r xmlns:xacro="x"><xacro:property name="v" value="1"/><xacro:macro name="m">` +
			`<m v="${v}"/></xacro:macro></r>`,
		"up.xacro":            `<r xmlns:xacro="x"><xacro:property name="up" value="7" scope="parent"/></r>`,
		"named.xacro":         `<r xmlns:xacro="x" xmlns:q="urn:q"><q:p/></r>`,
		"arm_pkg/package.xml": `<package><name>arm_pkg</name></package>`,
		"arm_pkg/x.xml":       `<r><armx/></r>`,
		"t.yaml": "arms:\n  left: {port: 42, file: one.xml, macro: m1}\nlist: [A, [1, 2.5], {k: v}]\n" +
			"unit: !degrees 180\nhalf: !radians pi/2\ninch: !inches 1\nturn: !turns 0.5\nfeet: !foot 1\n" +
			"mm: !millimeters 1500\nyes: no\ntext: 'no'\noct: 010\nexp: 1e3\nfloat: 1.0e+3\nnone: ~\n" +
			"base: &b {x: 1}\nmerged: {<<: *b, y: 2}\ntime: 1:30\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("KINETREE_TEST_WORD", "word")
	property := func(name, value string) string {
		return fmt.Sprintf(`<xacro:property name="%s" value="%s"/>`, name, value)
	}
	yaml := property("t", "${load_yaml('t.yaml')}")
	cases := []struct{ name, body, want string }{
		{"number", `<f v="${0.9 / 2 - 0.2}"/>`, `<f v="0.25"/>`},
		{"numbers as Python prints them", `<f v="${1.} ${0.1} ${1e-5} ${10**16} ${1e16} ${7//2} ${7/2} ${True}"/>`,
			`<f v="1.0 0.1 1e-05 10000000000000000 1e+16 3 3.5 True"/>`},
		{"a literal in other digits", property("x", "1.50") + property("y", "007") + property("z", "true") +
			property("n", "1_0") + property("s", "'12'") + `<f v="${x} ${y} ${z} ${n} ${s} ${s*2}"/>`,
			`<f v="1.5 7 True 1_0 12 24"/>`},
		{"no arithmetic in what is no expression", property("x", "5 -2") + `<f>${x}</f>`, `<f>5 -2</f>`},
		{"escapes", `<f b="$${x}" c="$$${x}" d="a $${x}" e="$$(x)" f="$" g="a $ b" h="$$"/>`,
			`<f b="${x}" c="$${x}" d="a ${x}" e="$(x)" f="$" g="a $ b" h="$$"/>`},
		{"text and entities", `<f>1 &lt; 2: ${1 &lt; 2}</f>`, `<f>1 &lt; 2: True</f>`},
		{"CDATA stays", `<f><![CDATA[${x} <]]></f>`, `<f><![CDATA[${x} <]]></f>`},
		{"an unevaluated list", property("l", "[0, 1+1]") + `<f v="${l}"/>`, `<f v="[0, 1+1]"/>`},
		{"an evaluated list", property("l", "${[0, 1+1]}") + `<f v="${l} ${l[-1]*2}"/>`, `<f v="[0, 2] 4"/>`},
		{"a dict", property("d", "${dict(a=0, b=1+1)}") + `<f v="${d} ${d['b']}"/>`, `<f v="{'a': 0, 'b': 2} 2"/>`},
		{"comprehension", property("k", "3") + `<f v="${[k*i for i in python.range(3) if i != 1]}"/>`,
			`<f v="[0, 6]"/>`},
		{"text methods", property("p", "left_") + `<f v="${p.upper()[:-1]} ${'-'.join(['a', 'b'])} ${'%.2f' % pi}"/>`,
			`<f v="LEFT a-b 3.14"/>`},
		{"lazy", property("b", "${2*a}") + property("a", "21") + `<f v="${b}"/>`, `<f v="42"/>`},
		{"greedy", property("a", "A") + `<xacro:property name="a" value="${a.lower()}" lazy_eval="false"/>` +
			`<f v="${a}"/>`,
			`<f v="a"/>`},
		{"evaluated once", property("d", "$${a}") + `<f v="${d}"/>`, `<f v="${a}"/>`},
		{"default of a property", `<xacro:property name="a" default="1"/><xacro:property name="a" default="2"/>` +
			`<f v="${a}"/>`, `<f v="1"/>`},
		{"removed", property("a", "1") + `<xacro:property name="a" remove="true"/>` +
			`<xacro:property name="a" default="2"/><f v="${a}"/>`, `<f v="2"/>`},
		{"a name by an expression", property("n", "q") + property("${n}", "3") + `<f v="${q}"/>`, `<f v="3"/>`},
		{"scope parent", `<xacro:macro name="m" params="k"><xacro:property name="r" value="${21*k}" scope="parent"/>` +
			`</xacro:macro><xacro:m k="2"/><f v="${r}"/>`, `<f v="42"/>`},
		{"scope global", `<xacro:macro name="m" params="k"><xacro:macro name="n"><xacro:property name="r" ` +
			`value="${21*k}" scope="global"/></xacro:macro><xacro:n/></xacro:macro><xacro:m k="2"/><f v="${r}"/>`,
			`<f v="42"/>`},
		{"local", property("r", "1") + `<xacro:macro name="m"><xacro:property name="r" value="2"/><g v="${r}"/>` +
			`</xacro:macro><xacro:m/><f v="${r}"/>`, `<g v="2"/><f v="1"/>`},
		{"a macro sees what its caller sees", `<xacro:macro name="in"><g v="${k}"/></xacro:macro>` +
			`<xacro:macro name="out" ` +
			`params="k"><xacro:in/></xacro:macro><xacro:out k="5"/>`, `<g v="5"/>`},
		{"parameters keep their type", `<xacro:macro name="m" params="l">${l[-1]}</xacro:macro>` +
			`<f><xacro:m l="${[1,2,3]}"/></f>`, `<f>3</f>`},
		{"defaults", `<xacro:macro name="m" params="a b:=2 c=3 d:='x -y' e:=${a} f:=$${a} g:=''">` +
			`<f v="${a} ${b} ${c} ` +
			`${d} ${e} ${f} [${g}]"/></xacro:macro>` + property("a", "0") + `<xacro:m a="1"/>`,
			`<f v="1 2 3 x -y 0 ${a} []"/>`},
		{"defaults when called", property("k", "${3*7}") + `<xacro:macro name="m" params="a:=${2*k}">` +
			`<xacro:property name="k" value="-"/><f v="${a}"/></xacro:macro><xacro:m/>` + property("k", "*") +
			`<xacro:m/>`,
			`<f v="42"/><f v="**"/>`},
		{"forwarded", property("a", "42") + `<xacro:macro name="m" params="a:=^ b:=^|7 c:=^|">` +
			`<f v="${a} ${b} [${c}]"/>` +
			`</xacro:macro><xacro:m c="1"/><xacro:m b="8" c="2"/>`, `<f v="42 7 [1]"/><f v="42 8 [2]"/>`},
		{"blocks", `<xacro:macro name="m" params="*one **two"><l><xacro:insert_block name="one"/></l>` +
			`<k><xacro:insert_block name="two"/></k></xacro:macro><xacro:m><p v="${1+1}"/><q><r/><s/></q></xacro:m>`,
			`<l><p v="2"/></l><k><r/><s/></k>`},
		{"a block twice", `<xacro:macro name="m" params="*b"><xacro:insert_block name="b"/>` +
			`<xacro:insert_block name="b"/>` +
			`</xacro:macro><xacro:m><!-- gone --> gone <p/></xacro:m>`, `<p/><p/>`},
		{"a block passed on", `<xacro:macro name="in" params="*b"><i><xacro:insert_block name="b"/></i></xacro:macro>` +
			`<xacro:macro name="out" params="*b"><o><xacro:in><xacro:insert_block name="b"/></xacro:in></o>` +
			`</xacro:macro>` +
			`<xacro:out><w/></xacro:out>`, `<o><i><w/></i></o>`},
		{"a block of a property", property("v", "2") + `<xacro:property name="b"><p v="${v}"/>text</xacro:property>` +
			`<f><xacro:insert_block name="b"/></f>`, `<f><p v="2"/>text</f>`},
		{"recursive", `<xacro:macro name="m" params="n"><xacro:if value="${n > 0}"><f v="${n}"/><xacro:m n="${n-1}"/>` +
			`</xacro:if></xacro:macro><xacro:m n="3"/>`, `<f v="3"/><f v="2"/><f v="1"/>`},
		{"dynamic", `<xacro:macro name="x"><f/></xacro:macro>` + property("n", "x") + `<xacro:call macro="${n}"/>`,
			`<f/>`},
		{"redefined", `<xacro:macro name="m"><f/></xacro:macro><xacro:m/><xacro:macro name="m"><g/></xacro:macro>` +
			`<xacro:m/>`, `<f/><g/>`},
		{"if and unless", `<xacro:if value="false"><a/></xacro:if><xacro:if value="1"><b/></xacro:if>` +
			`<xacro:unless value="${0*42}"><c/></xacro:unless><xacro:if value="${3*0.0}"><d/></xacro:if>` +
			`<xacro:if value="${'x' in 'axb'}"><e/></xacro:if><xacro:unless value="True"><g/></xacro:unless>`,
			`<b/><c/><e/>`},
		{"nothing of what is left out", `<xacro:if value="0"><xacro:include filename="nowhere"/>${1/0}</xacro:if><f/>`,
			`<f/>`},
		{"element and attribute", property("n", "x") + `<xacro:element xacro:name="n${n}" k="1"><xacro:attribute ` +
			`name="${n}" value="${1+1}"/></xacro:element>`, `<nx k="1" x="2"/>`},
		{"attributes keep their order", `<f z="1" b="${1}" a="3"/>`, `<f z="1" b="1" a="3"/>`},
		{"arguments", `<xacro:arg name="x" default="2"/><xacro:arg name="y" default="$(arg x)"/>` +
			`<f v="$(arg x) $(arg y) ` +
			`$(arg given)"/>` + property("p", "$(arg given)") + `<g v="${p*2} ${xacro.arg('given')*2}"/>`,
			`<f v="2 2 0.5"/><g v="1.0 0.50.5"/>`},
		{"within each other", `<f v="${2*'$(arg given)'} $(arg ${'gi'+'ven'})"/>`, `<f v="0.50.5 0.5"/>`},
		{"environment",
			`<f v="$(env KINETREE_TEST_WORD) $(optenv KINETREE_TEST_NONE a b) $(optenv KINETREE_TEST_WORD x)"/>`,
			`<f v="word a b word"/>`},
		{"eval",
			`<f v="$(eval 2 * given + max(1, 2)) $(eval arg('given') + 1) ` +
				`$(eval env('KINETREE_TEST_WORD') == 'word')"/>`,
			`<f v="3.0 1.5 True"/>`},
		{"folders", `<f v="$(dirname) $(find arm_pkg)"/>`, `<f v="` + dir + ` ` + filepath.Join(dir, "arm_pkg") +
			`"/>`},
		{"includes", `<xacro:include filename="one.xml"/><xacro:include filename="$(find arm_pkg)/x.xml"/>` +
			`<xacro:include filename="sub/both.xacro"/><xacro:include filename="nowhere" optional="true"/>`,
			`<one/><armx/><subone/><one/>`},
		{"a pattern", `<xacro:include filename="*.xml"/>`, `<one/><two/>`},
		{"an include of a macro is of its caller's folder", `<xacro:macro name="inc" params="f:=one.xml">` +
			`<xacro:include ` +
			`filename="${f}"/></xacro:macro><xacro:inc/><xacro:include filename="sub/call.xacro"/><xacro:inc ` +
			`f="${abs_filename('two.xml')}"/>`, `<one/><subone/><two/>`},
		{"namespaces", property("v", "0") + `<xacro:include filename="space.xacro" ns="A"/><xacro:A.m/>` +
			`<f v="${v} ${A.v + 1}"/>`, `<m v="1"/><f v="0 2"/>`},
		{"out of a namespace", `<xacro:include filename="up.xacro" ns="A"/><f v="${up}"/>`, `<f v="7"/>`},
		{"tables", yaml +
			`<f v="${t['arms']['left']['port'] + 1} ${t.arms.left.port} ${t.list[1][1]} ${t.list[2].k}"/>` +
			`<g v="${'arms' in t} ${t.arms.left.get('q', 3)} ${xacro.load_yaml('t.yaml').merged}"/>`,
			`<f v="43 42 2.5 v"/><g v="True 3 {'x': 1, 'y': 2}"/>`},
		{"units", yaml + `<f v="${t.unit} ${t.half} ${t.inch} ${t.turn} ${t.feet} ${t.mm}"/>`,
			`<f v="3.141592653589793 1.5707963267948966 0.0254 3.141592653589793 0.3048 1.5"/>`},
		{"scalars of YAML 1.1", yaml + `<f v="${t[True]} ${t.text} ${t.oct} ${t.exp} ${t.float} ${t.none} ${t.time}"/>`,
			`<f v="False no 8 1e3 1000.0 None 90"/>`},
		{"dotify", property("d", "${xacro.dotify(dict(a=dict(b=3)))}") + `<f v="${d.a.b}"/>`, `<f v="3"/>`},
		{"comments stay", `<f/><!-- A --><g/>`, `<f/><!-- A --><g/>`},
		{"comments of xacro go", "<!-- A -->\n\n<!-- gone -->\n<!-- gone -->\n" + property("x", "1") + "\n" +
			"<!-- gone -->\n" +
			"<xacro:if value=\"1\"><!-- B --></xacro:if>\n<!-- gone -->\n" +
			"<xacro:macro name=\"m\"><!-- C --></xacro:macro>\n" +
			"<!-- gone -->\n<xacro:m/>\n", `<!-- A --><!-- B --><!-- C -->`},
		{"comments that are evaluated", `<!-- xacro:eval-comments --><!-- ${1+1} -->` +
			`<!-- xacro:eval-comments:off --><!-- ${x} -->`,
			`<!-- 2 --><!-- ${x} -->`},
		{"characters", property("p", "ä🍔") + `<f v="${p*2}">${u'é'}</f>`, `<f v="ä🍔ä🍔">é</f>`},
		{"a property that hides", property("pi", "3") + `<f v="${pi}"/>`, `<f v="3"/>`},
		{"without the prefix", `<include filename="x"/><arg name="f"/>`, `<include filename="x"/><arg name="f"/>`},
		{"functions of xacro", `<f v="${xacro.warning('x')}${xacro.message('x')}${xacro.tokenize('a, b;c')}"/>`,
			`<f v="['a', 'b', 'c']"/>`},
	}
	for _, c := range cases {
		got, diags := expand(t, dir, c.body, "given:=0.5")
		if got != c.want || diags.Err() != nil {
			t.Errorf("%s: %s\n%s\n  expected\n%s", c.name, diags.Error(), got, c.want)
		}
	}
	t.Logf("%d documents", len(cases))
	r, diags := xacro.Expand([]byte(`<a xmlns:xacro="x" xmlns="old" xacro:targetNamespace="urn:t"><xacro:include `+
		`filename="named.xacro"/></a>`), filepath.Join(dir, "main.xacro"), xacro.Environment{})
	const want = `<a xmlns:q="urn:q" xmlns="urn:t">`
	if !strings.Contains(string(r.Text), want) {
		t.Errorf("%s, %s; expected %s", r.Text, diags.Error(), want)
	}
}

// TestFaults expands documents with faults, and looks for each with its place.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bad.xacro": "<r xmlns:xacro=\"x\">\n  <f v=\"${nothing}\"/></r>", "broken.xacro": "<r>\n<f></r>",
		"self.xacro": `<r xmlns:xacro="x"><xacro:include filename="self.xacro"/></r>`, "bad.yaml": "a: !degrees '1/'\n",
		"tag.yaml": "a: !!python/object:os.system x\n", "open.yaml": "a: [",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	macro := `<xacro:macro name="m" params="p *b"><f v="${p}"/></xacro:macro>`
	type fault struct{ body, want string } // columns count from the root element, which takes 47 characters
	faults := []fault{
		{`<f v="${x + 1}"/>`, `main.xacro:1:51: error: ${x + 1}: there is no property, argument or function x`},
		{`<xacro:property name="elbow" value="1"/><f v="${elbwo}"/>`, "did you mean"},
		{`<f v="${1/0}" w="${'a'+1}"/>`, "a division by zero|a str + a int"},
		{`<f v="${"/>`, "${ is not closed"}, {`<f>$(x</f>`, "$(x is not closed"}, {`<f>${{}}</f>`, "expected"},
		{`<f v="${len({'a': 1})}"/>`, "; ${ ends at the first }, so dict(NAME=VALUE) has to stand for"},
		{`<f v="$(nonsense a)"/>`, `the command "nonsense"`}, {`<f v="$(arg none)"/>`, `none:=VALUE`},
		{`<f v="$(env KINETREE_TEST_NONE)"/>`, "no variable KINETREE_TEST_NONE"},
		{`<f v="$(find nowhere_pkg)"/>`, "--package nowhere_pkg=FOLDER"},
		{`<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/><f v="${a}"/>`,
			"is defined by itself"},
		{`<xacro:property name="a-b" value="1"/>`, `the name "a-b" of a property`},
		{`<xacro:property name="if" value="1"/>`, `the name "if" of a property`},
		{`<xacro:property name="__a" value="1"/>`, `begins with __`},
		{`<xacro:property name="a" value="1" default="2"/>`, "two of value, default and remove"},
		{`<xacro:property value="1"/>`, "xacro:property without name"},
		{`<xacro:property name="a" value="1" scope="here"/>`, `the scope "here"`},
		{`<xacro:if value="nonsense"/>`, `the condition "nonsense"`}, {`<xacro:if/>`, "xacro:if without value"},
		{`<xacro:unless value="${'maybe'}"/>`, `the condition ${'maybe'} is "maybe"`},
		{`<xacro:nothing/>`, "there is no macro nothing"}, {`<xacro:call macro="q"/>`, "there is no macro q"},
		{macro + `<xacro:m p="1"/>`, "the macro m without the block b"},
		{macro + `<xacro:m><x/></xacro:m>`, "the macro m without p"},
		{macro + `<xacro:m p="1"><x/><y/></xacro:m>`, "takes no block <y>; expected one block"},
		{macro + `<xacro:m p="1" q="2"><x/></xacro:m>`, `has no parameter q; expected p`},
		{macro + `<xacro:m p="${z}"><x/></xacro:m>`, `function z`},
		{`<xacro:macro params="p"/>`, "xacro:macro without name"},
		{`<xacro:insert_block name="b"/>`, "there is no block b"}, {`<xacro:element/>`,
			"xacro:element without xacro:name"},
		{`<f><xacro:attribute name="a"/></f>`, "xacro:attribute without value"},
		{`<xacro:include filename="nowhere.xacro"/>`, "nowhere.xacro: no such file"},
		{`<xacro:include/>`, "xacro:include without filename"},
		{`<xacro:include filename="bad.xacro"/>`, "bad.xacro:2:6: error: ${nothing}|included at "},
		{`<xacro:include filename="broken.xacro"/>`, "broken.xacro:2:4: error: </r> where <f> is open"},
		{`<xacro:include filename="self.xacro"/>`, "nest more than 500 deep"},
		{`<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>`, "nest more than 500 deep"},
		{`<xacro:property name="p" value="${[0]*10**9}"/><f v="${p}"/>`, "more memory than they may"},
		{`<f v="${load_yaml('nowhere.yaml')}"/>`, "nowhere.yaml: no such file"},
		{`<f v="${load_yaml('bad.yaml')}"/>`, "!degrees 1/"}, {`<f v="${load_yaml('tag.yaml')}"/>`, "the tag "},
		{`<f v="${load_yaml('open.yaml')}"/>`, "open.yaml"}, {`<f v="${xacro.fatal('no')}"/>`, "no"},
		{"<f>", "where <f> is open"}, {"<f v='&nope;'/>", "&amp;"}, {"<f v='\xff'/>", "not valid UTF-8"},
		{`<xacro:macro name="m"><f v="${q}"/></xacro:macro><xacro:m/>`, "in the macro m, called at "},
		{`<xacro:property name="p" value="${q}"/><f v="${p}"/><g v="${p}"/>`, "in the property p of "},
	}
	if testing.Short() {
		t.Log("with -short, no document grows to a million parts")
	} else {
		faults = append(faults, fault{`<xacro:macro name="m" params="n"><xacro:if value="${n}"><xacro:m n="${n-1}"/>` +
			`<xacro:m n="${n-1}"/></xacro:if><f/></xacro:macro><xacro:m n="100"/>`, "has more than 1000000 parts"})
	}
	for _, c := range faults {
		got, diags := expand(t, dir, c.body)
		for _, part := range strings.Split(c.want, "|") {
			if got != "" || !strings.Contains(diags.Error(), part) {
				t.Errorf("%s:\n%s%s\n  expected an error with\n%s", c.body, got, diags.Error(), part)
			}
		}
	}
	_, diags := expand(t, dir, `<xacro:include filename="nowhere"/><f v="${later}"/><xacro:later/><f v="${1/0}"/>`)
	if len(diags) != 2 { // what may have been in the file is not missed
		t.Errorf("%v; expected the include and the division alone", diags)
	}
	for body, want := range map[string]string{
		`<xacro:property name="pi" value="3"/>`:                          "hides what Python has",
		`<xacro:macro name="xacro:m"><f/></xacro:macro><xacro:m/>`:       "deprecated",
		`<xacro:macro name="call"><f/></xacro:macro><xacro:call/>`:       "deprecated",
		`<xacro:macro name="a.b"/>`:                                      "a dot",
		`<property name="a" value="1"/>`:                                 "<property> is not expanded",
		`<xacro:include filename="*.nowhere"/>`:                          "no file fits",
		`<xacro:property name="a" value="1" valve="2"/>`:                 "has no attribute valve",
		`<f v="${xacro.warning('hot')}"/>`:                               "hot",
		`<xacro:property name="a" value="1" scope="parent"/><f v="$a"/>`: "outside of macros",
	} {
		if _, diags := expand(t, dir, body); diags.Err() != nil || !strings.Contains(diags.Error(), want) {
			t.Errorf("%s: %v; expected a warning with %s", body, diags, want)
		}
	}
}

// TestOrigin asks where parts of a result come from.
func TestOrigin(t *testing.T) {
	const text = "<a xmlns:xacro=\"x\">\n<xacro:macro name=\"m\">\n  <f\n     v=\"${1}\"/>\n</xacro:macro>\n" +
		"<g><xacro:m/></g></a>"
	r, diags := xacro.Expand([]byte(text), "d/m.xacro", xacro.Environment{})
	if diags != nil {
		t.Fatal(diags)
	}
	for i, line := range strings.Split(string(r.Text), "\n") {
		for _, c := range []struct{ part, want string }{{"<g", "d/m.xacro {6 1} "},
			{"<f", "d/m.xacro {3 3} in the macro m, called at d/m.xacro:6:4"},
			{"v=", "d/m.xacro {4 6} in the macro m, called at d/m.xacro:6:4"}} {
			if k := strings.Index(line, c.part); k >= 0 {
				file, at, through := r.Origin(urdf.Position{Line: i + 1, Column: k + 1})
				if got := fmt.Sprintln(file, at, through); got != c.want+"\n" {
					t.Errorf("%s: %s; expected %s", c.part, got, c.want)
				}
			}
		}
	}
}

// FuzzExpand expands any text, which neither panics nor takes long.
func FuzzExpand(f *testing.F) {
	for _, body := range []string{`<xacro:property name="a" value="${1}"/>${a}`,
		`<xacro:macro name="m" params="a:=^|1 *b **c"><xacro:insert_block name="b"/></xacro:macro><xacro:m><x/>` +
			`</xacro:m>`,
		`<xacro:if value="${1}"><!-- c --><xacro:element xacro:name="x"/></xacro:if>`, `$(arg a) $$ ${ $(eval (1)`,
		`<xacro:include filename="*" ns="a" optional="1"/>`, `<xacro:call macro="m"/>`, `<f><xacro:attribute/></f>`} {
		f.Add(`<a xmlns:xacro="x">` + body + `</a>`)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "include") && strings.ContainsAny(text, `/\*`) {
			text = strings.ReplaceAll(text, "include", "inc") // nothing of this machine
		}
		r, diags := xacro.Expand([]byte(text), filepath.Join(dir, "main.xacro"), xacro.Environment{})
		if (r.Text == nil) != (diags.Err() != nil) {
			t.Errorf("%q, %v", r.Text, diags)
		}
		if r.Text != nil {
			if again, diags := xacro.Expand(r.Text, "again", xacro.Environment{}); again.Text == nil &&
				!strings.Contains(string(r.Text), "$") {
				t.Errorf("%s is not read again: %v", r.Text, diags)
			}
		}
	})
}
