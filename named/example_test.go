package named_test

import (
	"encoding/json"
	"fmt"

	"kinetree/named"
)

func ExampleValues() {
	text, err := json.Marshal(map[string]named.Values{"elbow": {0.3}, "table": {1, 2, 0.5}})
	fmt.Println(string(text), err)
	fmt.Println(named.Coordinates("elbow", 1), named.Coordinates("table", 3))
	// Output:
	// {"elbow":0.3,"table":[1,2,0.5]} <nil>
	// [elbow] [table[0] table[1] table[2]]
}
