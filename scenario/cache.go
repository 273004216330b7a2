package scenario

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"sync"

	"kinetree/models"
	"kinetree/scenario/script"
	"kinetree/sim"
	"kinetree/tree"
)

// Cache keeps what runs have in common: files, models and scripts that were read. A model is shared by all runs in
// which all that it is built of is the same. It may be used by any number of goroutines. Files must not change while
// it is in use.
type Cache struct {
	mu        sync.Mutex
	sources   map[string]*models.Source
	estimated map[string]*estimated
	models    map[modelKey]*tree.Model
	scripts   map[string]*script.Script
}

// most is how many models, files and scripts are kept each. A study in which each run has its own model would keep
// all of them without it.
const most = 64

// NewCache returns a cache without anything.
func NewCache() *Cache {
	return &Cache{sources: map[string]*models.Source{}, estimated: map[string]*estimated{},
		models:  map[modelKey]*tree.Model{},
		scripts: map[string]*script.Script{}}
}

// remembered returns what a cache has under a key, or makes it. Two goroutines may make the same.
func remembered[K comparable, V any](c *Cache, in func(*Cache) map[K]V, key K, make func() (V, error)) (V, error) {
	if c == nil {
		return make()
	}
	c.mu.Lock()
	v, ok := in(c)[key]
	c.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := make()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(in(c)) >= most {
		clear(in(c))
	}
	in(c)[key] = v
	return v, nil
}

// read reads the model that a name stands for, with the cache.
func (s *Scenario) read(e *Env, name string) (*models.Source, error) {
	return remembered(e.Cache, func(c *Cache) map[string]*models.Source { return c.sources }, s.sourceKey(name),
		func() (*models.Source, error) { return s.Opening(e).Read(name) })
}

// sourceKey returns what tells the model that a name stands for apart from others.
func (s *Scenario) sourceKey(name string) string {
	o := s.Opening(&Env{})
	if len(o.Arguments)+len(o.Packages) == 0 {
		return name
	}
	return string(appendKey(appendKey([]byte(name+"\x00"), reflect.ValueOf(o.Arguments)), reflect.ValueOf(o.Packages)))
}

// model returns the model of the robot with all that the scenario changes.
func (s *Scenario) model(env *Env, source *models.Source) (*tree.Model, error) {
	build := func() (*tree.Model, error) {
		robot, options, err := s.override(source.Robot)
		if err != nil {
			return nil, err
		}
		return tree.Build(robot, append(options, s.options()...)...)
	}
	return remembered(env.Cache, func(c *Cache) map[modelKey]*tree.Model { return c.models }, s.modelKey(source), build)
}

// laterRobots returns what the robot becomes in the course of a run.
func (s *Scenario) laterRobots(source *models.Source) ([]sim.Change, error) {
	if !slices.ContainsFunc(s.Disturbances, func(d Disturbance) bool { return d.changesRobot() }) {
		return nil, nil
	}
	robot, options, err := s.override(source.Robot)
	if err != nil {
		return nil, err
	}
	return s.changes(robot, append(options, s.options()...))
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

// modelKey returns what tells the model of the scenario apart from others.
func (s *Scenario) modelKey(source *models.Source) modelKey {
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
	panic("scenario: a model depends on a " + v.Type().String())
}

// maxScript is how many bytes of a script are read; package script refuses fewer already.
const maxScript = 1 << 20

// ReadScript returns the script of the scenario, nil if it names none.
func (s *Scenario) ReadScript(env Env) (*script.Script, error) {
	if s.Script == "" {
		return nil, nil
	}
	return s.script(&env)
}

// script reads the script of the scenario: a file, or an embedded script where there is none.
func (s *Scenario) script(env *Env) (*script.Script, error) {
	return remembered(env.Cache, func(c *Cache) map[string]*script.Script { return c.scripts }, s.Script,
		func() (*script.Script, error) {
			file, err := env.Open.Open(s.Script)
			if err != nil {
				if text, ok := models.Script(s.Script); ok && !exists(s.Script) {
					return script.Load(s.Script, text, script.Limits{Done: env.Done}, env.Print)
				}
				return nil, err
			}
			defer file.Close()
			text, err := io.ReadAll(io.LimitReader(file, maxScript))
			if err != nil {
				return nil, err
			}
			return script.Load(s.Script, text, script.Limits{Done: env.Done}, env.Print)
		})
}
