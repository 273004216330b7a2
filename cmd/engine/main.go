//go:build js

// Command engine is the program in an exported page: the messages of package live, answered by the page itself. It runs
// in a worker. The page calls what it gives to kinetreeReady with each message and gets frames by kinetreeSend.
package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall/js"

	"kinetree/cmd/internal/live"
	"kinetree/cmd/internal/version"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// filesAsNamed is a file with the names that a saved scenario has for others.
const filesAsNamed = "names.json"

func main() {
	stage, err := open(os.Args[1])
	if err != nil {
		js.Global().Call("kinetreeReady", js.Null(), err.Error())
		return
	}
	send := func(frame []byte) error {
		data := js.Global().Get("Uint8Array").New(len(frame))
		js.CopyBytesToJS(data, frame)
		js.Global().Call("kinetreeSend", data)
		return nil
	}
	talk := stage.NewTalk(send, func(frame []byte) bool { return send(frame) == nil })
	messages := make(chan string, 1000)
	handle := js.FuncOf(func(_ js.Value, args []js.Value) any {
		messages <- args[0].String()
		return nil
	})
	js.Global().Call("kinetreeReady", handle, "")
	for text := range messages {
		talk.Handle(context.Background(), []byte(text))
	}
}

func open(name string) (*live.Stage, error) {
	s, err := robot.Checked(scenario.Open(name, nil))
	if err != nil {
		return nil, err
	}
	stage, err := live.New(s, name, filepath.Dir(name), version.String())
	if err != nil {
		return nil, err
	}
	names, err := os.ReadFile(filesAsNamed)
	if err != nil {
		return stage, nil // a saved scenario names files as they are called here
	}
	return stage, json.Unmarshal(names, &stage.Names)
}
