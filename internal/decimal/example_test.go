package decimal_test

import (
	"fmt"

	"kinetree/internal/decimal"
)

func ExampleAppend() {
	for _, x := range []float64{1.0 / 3, 1e-7, 123456, 1e20} {
		fmt.Println(string(decimal.Append(nil, x)))
	}
	// Output:
	// 0.3333333333333333
	// 1e-7
	// 123456
	// 1e20
}
