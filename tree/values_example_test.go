package tree_test

import (
	"encoding/json"
	"fmt"

	"kinetree/tree"
)

func ExampleValues() {
	text, err := json.Marshal(map[string]tree.Values{"elbow": {0.3}, "table": {1, 2, 0.5}})
	fmt.Println(string(text), err)
	fmt.Println(tree.CoordinateNames("elbow", 1), tree.CoordinateNames("table", 3))
	// Output:
	// {"elbow":0.3,"table":[1,2,0.5]} <nil>
	// [elbow] [table[0] table[1] table[2]]
}
