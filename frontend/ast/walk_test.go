package ast

import "testing"

// TestDropBodies checks that nothing that is left of a unit refers to a node, not even the initialisers of variables
// that bodies declare or name.
func TestDropBodies(t *testing.T) {
	one := func() *Node { return &Node{Kind: IntLit} }
	local, global, parameter := &Var{Init: one()}, &Var{Init: one()}, &Var{Init: one()}
	within := &Var{Init: one()}
	local.Init.Children = []*Node{{Kind: Decl, Var: within}}
	f := &Function{Params: []*Var{parameter}, Inits: []*Init{{Value: one()}},
		Body: &Node{Kind: Compound, Children: []*Node{{Kind: Decl, Var: local}, {Kind: VarRef, Var: global}}}}
	host := &Function{Body: one()}
	launch := &Launch{Kernel: f, Node: one()}
	u := &Unit{Functions: []*Function{f}, HostView: &Unit{Hosts: []*Function{host}, Launches: []*Launch{launch}}}
	u.DropBodies()
	for i, v := range []*Var{local, global, parameter, within} {
		if v.Init != nil {
			t.Errorf("variable %d has an initialiser", i)
		}
	}
	if f.Body != nil || f.Inits != nil || host.Body != nil || launch.Node != nil {
		t.Errorf("nodes are left: %+v %+v %+v", f, host, launch)
	}
}
