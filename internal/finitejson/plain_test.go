package finitejson_test

import (
	"encoding/json"
	"testing"

	"kinetree/internal/finitejson"
)

// TestPlain escapes what is not printable, so that reading gives the same text.
func TestPlain(t *testing.T) {
	const text = "a\u009b\u202e\u2028\u200b\U000e0041\u007f\u00a0日本τ\ufeff"
	raw, err := finitejson.Marshal(map[string]string{text: text})
	if err != nil {
		t.Fatal(err)
	}
	plain := finitejson.Plain(append(raw, '\n'))
	const name = `"a\u009b\u202e\u2028\u200b\udb40\udc41\u007f\u00a0日本τ\ufeff"`
	if want := "{" + name + ":" + name + "}\n"; string(plain) != want {
		t.Errorf("%s, want %s", plain, want)
	}
	var back map[string]string
	if err := json.Unmarshal(plain, &back); err != nil || back[text] != text {
		t.Errorf("%q, %v", back, err)
	}
}
