package config

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// At returns the place of a value as file:line:column. way are the keys and indices from the top to it. As much
// of the way is gone as there is; what this file does not set may stand in the one that it extends.
func (c *Config) At(way ...any) string {
	if len(way) > 0 && c.base != nil && !c.sets(fmt.Sprint(way[0])) {
		return c.base.At(way...)
	}
	if node := nodeAt(c.document, way); node != nil {
		return fmt.Sprintf("%s:%d:%d", c.Path, node.Line, node.Column)
	}
	return c.Path
}

// Sets reports a key that the file, or one that it extends, sets.
func (c *Config) Sets(key string) bool {
	return c.sets(key) || c.base != nil && c.base.Sets(key)
}

// sets reports a key that stands in the file itself.
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

// setsRule reports options of a rule that stand in the file itself.
func (c *Config) setsRule(rule string) bool {
	return c.sets("rules") && child(child(c.document, "rules"), rule) != nil
}

// nodeAt returns the node at the end of a way of keys and indices, or the last one on it; nil without a
// document, or where not even the first step is there.
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

// child is the value of a key or the element of an index, nil where there is none. A single word
// stands for a list of it.
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
