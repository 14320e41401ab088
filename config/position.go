package config

import (
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// Place is a place in a configuration file.
type Place struct {
	File string
	// Line and Column count from 1, Column in characters. Both are 0 if only the file is known.
	Line, Column int
}

// String returns the place as file:line:column.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Error is an error about what stands at a place of a configuration file.
type Error struct {
	Place
	// Err is the fault at the position. If the cause is in a file that this one extends, Err is an Error itself.
	Err error
}

// Error returns the place and what is wrong there, on one line.
func (e *Error) Error() string { return e.Place.String() + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// wrong returns an error about a node, in a file that is not known yet.
func wrong(node *yaml.Node, format string, args ...any) *Error {
	return &Error{Place{Line: node.Line, Column: node.Column}, fmt.Errorf(format, args...)}
}

// Keys is the list of the keys and indices from the top of a file to a value.
type Keys []any

// and returns the keys of a value below.
func (k Keys) and(more ...any) Keys { return append(slices.Clone(k), more...) }

// Wrong returns an error about the value at the end of its keys.
func (c *Config) Wrong(keys Keys, format string, args ...any) error {
	return &Error{c.At(keys...), fmt.Errorf(format, args...)}
}

// At returns the place of the value at the end of its keys. If the file has only the first keys or indices, the
// place is that of the last one that the file has. A key that this file does not set is looked up in the file that it
// extends.
func (c *Config) At(keys ...any) Place {
	if len(keys) > 0 && c.base != nil && !c.sets(fmt.Sprint(keys[0])) {
		return c.base.At(keys...)
	}
	if node := nodeAt(c.document, keys); node != nil {
		return Place{c.Path, node.Line, node.Column}
	}
	return Place{File: c.Path}
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

// nodeAt returns the node at the end of keys, a list of keys and indices. If the document has only the first ones of
// these, nodeAt returns the node of the last one that the document has. It returns nil if there is none, or no
// document.
func nodeAt(root *yaml.Node, keys []any) *yaml.Node {
	var last *yaml.Node
	node := root
	for _, step := range keys {
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
