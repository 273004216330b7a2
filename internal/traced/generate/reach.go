package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// reach finds the declarations that the roots use, in the packages that have twins.
type reach struct {
	*loader
	written map[string]map[string]bool // what is written by hand: package, name
	decls   map[types.Object]ast.Node  // *ast.FuncDecl, *ast.TypeSpec or *ast.ValueSpec
	used    map[types.Object]bool      // of the packages of the module
}

// untwinned are packages of the module that twins use as they are: nothing in them that is reached has numbers, or they
// are functions of package graph.
var untwinned = []string{"urdf", "internal/suggest", "internal/libm"}

func (r *reach) twinned(obj types.Object) bool {
	if obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), module) {
		return false
	}
	for _, p := range untwinned {
		if obj.Pkg().Path() == module+p {
			return false
		}
	}
	return true
}

// declare notes where the objects of all packages are declared.
func (r *reach) declare() {
	for _, p := range r.packages {
		for _, f := range p.files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					r.decls[r.info.Defs[d.Name]] = d
				case *ast.GenDecl:
					for _, s := range d.Specs {
						switch s := s.(type) {
						case *ast.TypeSpec:
							r.decls[r.info.Defs[s.Name]] = s
						case *ast.ValueSpec:
							for _, n := range s.Names {
								r.decls[r.info.Defs[n]] = s
							}
						}
					}
				}
			}
		}
	}
}

// root returns the object that "package.Name" or "package.Type.Method" names, or those of "package.*Interface".
func (r *reach) root(name string) ([]types.Object, error) {
	parts := strings.Split(name, ".")
	pkg, err := r.Import(module + parts[0])
	if err != nil {
		return nil, err
	}
	first, all := strings.CutPrefix(parts[1], "*")
	obj := pkg.Scope().Lookup(first)
	if obj != nil && len(parts) == 3 {
		obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, pkg, parts[2])
	}
	if obj == nil {
		return nil, fmt.Errorf("there is no %s", name)
	}
	if all {
		return implementations(pkg, obj.Type().Underlying().(*types.Interface)), nil
	}
	return []types.Object{obj}, nil
}

// implementations returns the types of a package that implement an interface.
func implementations(of *types.Package, face *types.Interface) (list []types.Object) {
	for _, name := range of.Scope().Names() {
		t, ok := of.Scope().Lookup(name).(*types.TypeName)
		if ok && !types.IsInterface(t.Type()) && types.Implements(types.NewPointer(t.Type()), face) {
			list = append(list, t)
		}
	}
	return list
}

// use marks an object and all that its declaration uses.
func (r *reach) use(obj types.Object) {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		if o.IsField() {
			return
		}
	}
	d, ok := r.decls[obj]
	if !ok || !r.twinned(obj) || r.used[obj] || r.written[obj.Pkg().Path()][nameOf(obj)] {
		return
	}
	r.used[obj] = true
	if f, ok := d.(*ast.FuncDecl); ok && marked(f.Doc, never) {
		d = f.Type
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.info.Uses[id] != nil {
			r.use(r.info.Uses[id])
		}
		return true
	})
}

// useImplementations marks the methods of the types that are used by which they are the interfaces that are used.
func (r *reach) useImplementations() {
	for before := -1; before < len(r.used); {
		before = len(r.used)
		var faces []*types.Interface
		var others []*types.Named
		for obj := range r.used {
			t, ok := obj.(*types.TypeName)
			if !ok || t.IsAlias() {
				continue
			}
			if named, ok := t.Type().(*types.Named); !ok || named.TypeParams() != nil {
				continue
			} else if face, ok := named.Underlying().(*types.Interface); ok {
				faces = append(faces, face)
			} else {
				others = append(others, named)
			}
		}
		for _, t := range others {
			for _, face := range faces {
				if face.NumMethods() == 0 || !types.Implements(types.NewPointer(t), face) {
					continue
				}
				for i := range face.NumMethods() {
					name := face.Method(i).Name()
					m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, t.Obj().Pkg(), name)
					r.use(m)
				}
			}
		}
	}
}

// nameOf returns the name of an object, that of a method with its type: Solver.D.
func nameOf(obj types.Object) string {
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			t := recv.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			return t.(*types.Named).Obj().Name() + "." + f.Name()
		}
	}
	return obj.Name()
}
