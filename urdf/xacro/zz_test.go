package xacro
import ("testing";"os";"fmt")
func TestZZ(t *testing.T) {
	f := os.Getenv("ZZ")
	data, _ := os.ReadFile(f)
	r, d := Expand(data, f, Settings{Arguments: map[string]string{"sub_arg":"my_arg","var":"xacro","type":"inc1"}})
	fmt.Println(d.Error())
	if r != nil { fmt.Println(string(r.Text)) }
}
