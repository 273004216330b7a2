//go:build !(linux && arm64)

package machine

// synchronize has nothing to do where stores reach the fetching of instructions by themselves (Intel, "Software
// Developer's Manual", volume 3, section 13.6, "Self-Modifying Code").
func synchronize([]byte) {}
