package config

import (
	"gopkg.in/yaml.v3"
)

// Rules gives access to the rules that exist, and to the words by which a configuration may name them.
type Rules interface {
	// Words lists the keys of all rules, and the names of all groups.
	Words() []string
	// Spellings lists all words that name a rule or a group.
	Spellings() []string
	// Named returns the keys that a word names. A key or a code names one key, a group the keys of its rules, and any
	// other word none.
	Named(word string) []string
	// Match returns the keys that a word, a prefix or a glob matches. It is an error if there are none.
	Match(pattern string) ([]string, error)
	// Suggest returns a text that names what an unknown word may mean, or "" if nothing is close.
	Suggest(word string) string
}

// nameRules replaces the words in a mapping that name rules by the keys of the rules. The options of a group become
// options of each of its rules, unless the mapping has options of that rule itself.
func nameRules(mapping *yaml.Node, rules Rules) error {
	if mapping.Kind == yaml.AliasNode {
		mapping = mapping.Alias
	}
	own := map[string]*yaml.Node{}
	var ofGroups []*yaml.Node
	content := mapping.Content
	mapping.Content = nil
	for i := 0; i+1 < len(content); i += 2 {
		word, options := content[i], content[i+1]
		keys := rules.Named(word.Value)
		switch {
		case keys == nil:
			return wrong(word, "unknown rule %q%s", word.Value, rules.Suggest(word.Value))
		case len(keys) > 1:
			ofGroups = append(ofGroups, word, options)
			continue
		case own[keys[0]] != nil:
			return wrong(word, "the rule %s stands here again, after line %d", keys[0], own[keys[0]].Line)
		}
		own[keys[0]] = word
		mapping.Content = append(mapping.Content, called(word, keys[0]), options)
	}
	for i := 0; i < len(ofGroups); i += 2 {
		for _, key := range rules.Named(ofGroups[i].Value) {
			if own[key] == nil {
				mapping.Content = append(mapping.Content, called(ofGroups[i], key), ofGroups[i+1])
			}
		}
	}
	return nil
}

// called returns a copy of the node of a word, at the same place, with key as its value.
func called(node *yaml.Node, key string) *yaml.Node {
	copied := *node
	copied.Value = key
	return &copied
}
