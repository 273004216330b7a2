package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// information is what the data set of Tola and Corke has in a file meta-information.json beside its robots.
type information struct {
	Robots []struct {
		Manufacturer string   `json:"manufacturer"`
		URDF         []string `json:"urdf"` // names of files, from the folder of the information
	} `json:"robots"`
}

// maker returns who makes the robot of a file below a folder: what a file meta-information.json above it says, or else
// the name of the first folder on the way down to it.
func maker(folder, file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if found := informed(dir, file); found != "" {
			return found
		}
		if dir == folder || dir == filepath.Dir(dir) {
			break
		}
	}
	parts := strings.Split(name(folder, file), "/")
	if len(parts) == 1 {
		return filepath.Base(folder)
	}
	return parts[0]
}

// informed returns what the information in a folder says of a file.
func informed(dir, file string) string {
	data, err := os.ReadFile(filepath.Join(dir, "meta-information.json"))
	var info information
	if err != nil || json.Unmarshal(data, &info) != nil {
		return ""
	}
	for _, r := range info.Robots {
		for _, name := range r.URDF {
			if filepath.Join(dir, filepath.FromSlash(name)) == file {
				return r.Manufacturer
			}
		}
	}
	for _, r := range info.Robots[min(1, len(info.Robots)):] {
		if r.Manufacturer != info.Robots[0].Manufacturer {
			return ""
		}
	}
	if len(info.Robots) == 0 {
		return ""
	}
	return info.Robots[0].Manufacturer
}

// name returns the name of a file from a folder that it lies in.
func name(folder, file string) string {
	short, err := filepath.Rel(folder, file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(short)
}
