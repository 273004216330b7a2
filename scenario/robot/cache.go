// Package robot makes the robot of a scenario: its description with what the scenario changes, its model, and the
// constraints and force elements that act on it.
package robot

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/infile"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf/estimate"
)

// ReadFiles reads all the files that the robot that a name stands for is made of, with the meshes from which inertias
// may be estimated.
func ReadFiles(s *scenario.Scenario, e Env, name string) {
	if s.Inertia == nil && !models.IsMade(name) {
		return
	}
	if source, err := incomplete(s, e, name); err == nil && s.Inertia != nil {
		estimate.ReadMeshes(source.Robot, source.Resolver(), e.Open)
	}
}

// Env is what the robot of a scenario comes from, besides the scenario.
type Env struct {
	Input io.Reader
	Open  infile.Opener // opens what a scenario names to be read; nil for the usual function
	Cache *Cache        // may be nil
}

// Cache keeps what runs have in common: files, models and scripts that were read. A model is shared by all runs in
// which all that it is built of is the same. It may be used by any number of goroutines. Files must not change while
// it is in use.
type Cache struct {
	mu   sync.Mutex
	kept map[reflect.Type]map[any]any // by the type of the key
}

// most is how many values are kept of each kind. A study in which each run has its own model would keep all of them
// without it.
const most = 64

// NewCache returns a cache without anything.
func NewCache() *Cache { return &Cache{kept: map[reflect.Type]map[any]any{}} }

// Remembered returns what a cache, nil for none, has under a key, or makes it. Each kind of value has its own type of
// keys. Two goroutines may make the same.
func Remembered[K comparable, V any](c *Cache, key K, make func() (V, error)) (V, error) {
	if c == nil {
		return make()
	}
	kind := reflect.TypeFor[K]()
	c.mu.Lock()
	v, ok := c.kept[kind][key]
	c.mu.Unlock()
	if ok {
		return v.(V), nil
	}
	made, err := make()
	if err != nil {
		return made, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept := c.kept[kind]; kept == nil || len(kept) >= most {
		c.kept[kind] = map[any]any{}
	}
	c.kept[kind][key] = made
	return made, nil
}

// sourceKey is the key of a description in a cache: its name, and what it is expanded with.
type sourceKey string

// readSource reads the model that a name stands for, with the cache.
func readSource(s *scenario.Scenario, e Env, name string) (*models.Source, error) {
	return Remembered(e.Cache, sourceKeyOf(s, name),
		func() (*models.Source, error) { return Opening(s, e).Read(name) })
}

// sourceKeyOf returns what tells the model that a name stands for apart from others.
func sourceKeyOf(s *scenario.Scenario, name string) sourceKey {
	o := Opening(s, Env{})
	if len(o.Arguments)+len(o.Packages) == 0 {
		return sourceKey(name)
	}
	key := appendKey([]byte(name+"\x00"), reflect.ValueOf(o.Arguments))
	return sourceKey(appendKey(key, reflect.ValueOf(o.Packages)))
}

// Model returns the model of the robot with all that the scenario changes.
func Model(s *scenario.Scenario, env Env, source *models.Source) (*tree.Model, error) {
	build := func() (*tree.Model, error) {
		robot, options, err := Change(s, source.Robot)
		if err != nil {
			return nil, err
		}
		return tree.Build(robot, append(options, TreeOptions(s)...)...)
	}
	return Remembered(env.Cache, modelKeyOf(s, source), build)
}

// Later returns what the robot becomes in the course of a run.
func Later(s *scenario.Scenario, source *models.Source) ([]sim.Change, error) {
	if !slices.ContainsFunc(s.Disturbances, func(d scenario.Disturbance) bool { return d.ChangesRobot() }) {
		return nil, nil
	}
	robot, options, err := Change(s, source.Robot)
	if err != nil {
		return nil, err
	}
	return changes(s, robot, append(options, TreeOptions(s)...))
}

// modelKey is all that a model is built of.
type modelKey struct {
	name, hash string
	gravity    [3]float64
	base       string
	noMimic    bool
	inertia    string
	changes    string // of the model, joints and links, and whether the robot is ideal
}

// modelKeyOf returns what tells the model of the scenario apart from others.
func modelKeyOf(s *scenario.Scenario, source *models.Source) modelKey {
	key := modelKey{name: source.Name, hash: source.SHA256, gravity: s.Gravity, base: s.Base, noMimic: s.IgnoreMimic}
	if s.Inertia != nil {
		key.inertia = fmt.Sprintf("%+v", *s.Inertia)
	}
	if len(s.Model.Links)+len(s.Model.Joints)+len(s.Joints)+len(s.Links) > 0 {
		var b []byte
		for _, v := range []any{s.Model.Links, s.Model.Joints, s.Joints, s.Links} {
			b = appendKey(b, reflect.ValueOf(v))
		}
		key.changes = string(appendKey(b, reflect.ValueOf(s.Ideal)))
	}
	for _, b := range s.Bodies {
		key.changes += "\x00" + string(appendKey(nil, reflect.ValueOf(b.Made())))
	}
	return key
}

// appendKey appends bytes that are the same for two values of a type exactly if the values are.
func appendKey(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return appendKey(append(b, 1), v.Elem())
	case reflect.Array, reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for i := range v.Len() {
			b = appendKey(b, v.Index(i))
		}
		return b
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendKey(b, v.Field(i))
		}
		return b
	case reflect.Map:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		names := make([]string, 0, v.Len())
		for k := range v.Seq() {
			names = append(names, k.String())
		}
		slices.Sort(names)
		for _, name := range names {
			b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
			b = appendKey(b, v.MapIndex(reflect.ValueOf(name)))
		}
		return b
	}
	panic("robot: a model depends on a " + v.Type().String())
}

// TreeOptions returns the options of the tree of the robot, and of the one that the control law believes in.
func TreeOptions(s *scenario.Scenario) []tree.Option {
	options := []tree.Option{tree.WithGravity(mgl64.Vec3(s.Gravity))}
	if s.IgnoreMimic {
		options = append(options, tree.IgnoreMimic())
	}
	if s.Base == "floating" && len(s.Bodies) == 0 {
		options = append(options, tree.WithFloatingBase())
	}
	return options
}
