package config

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// At returns the place of a value as file:line:column. way is the list of the keys and indices from the top of the file
// to the value. If the file has only the first ones of these, the place is that of the last key or index that the file
// has. A key that this file does not set is looked up in the file that it extends.
func (c *Config) At(way ...any) string {
	if len(way) > 0 && c.base != nil && !c.sets(fmt.Sprint(way[0])) {
		return c.base.At(way...)
	}
	if node := nodeAt(c.document, way); node != nil {
		return fmt.Sprintf("%s:%d:%d", c.Path, node.Line, node.Column)
	}
	return c.Path
}

// Sets reports whether the file, or a file that it extends, sets a key.
func (c *Config) Sets(key string) bool {
	return c.sets(key) || c.base != nil && c.base.Sets(key)
}

// sets reports whether the file itself sets a key.
func (c *Config) sets(key string) bool {
	if c.document == nil {
		return false
	}
	for name := range pairs(c.document) {
		if name.Value == key {
			return true
		}
	}
	return false
}

// setsRule reports whether the file itself has options of a rule.
func (c *Config) setsRule(rule string) bool {
	return c.sets("rules") && child(child(c.document, "rules"), rule) != nil
}

// nodeAt returns the node at the end of way, a list of keys and indices. If the document has only the first ones of
// these, nodeAt returns the node of the last one that the document has. It returns nil if there is none, or no
// document.
func nodeAt(root *yaml.Node, way []any) *yaml.Node {
	var last *yaml.Node
	node := root
	for _, step := range way {
		if node == nil {
			break
		}
		if node.Kind == yaml.AliasNode {
			node = node.Alias
		}
		node = child(node, step)
		if node != nil {
			last = node
		}
	}
	return last
}

// child returns the value of a key of a mapping, or the element at an index of a list. It returns nil if there is none.
func child(node *yaml.Node, step any) *yaml.Node {
	switch step := step.(type) {
	case string:
		for key, value := range pairs(node) {
			if key.Value == step {
				return value
			}
		}
	case int:
		if node.Kind == yaml.SequenceNode && step < len(node.Content) {
			return node.Content[step]
		}
	}
	return nil
}
