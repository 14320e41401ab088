package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// ErrReftable reports that a repository has its refs in a reftable.
var ErrReftable = errors.New("its branches and tags are in a reftable, which warpcheck does not read: " +
	"give the hash that git rev-parse prints")

// ofWorktree lists the prefixes of those refs in refs/ that each working tree has for itself. Refs outside of refs/,
// such as HEAD, also belong to one working tree.
var ofWorktree = []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"}

// place returns the path of the file with a ref if subfolder is "", or of the file with its log if subfolder is "logs".
func (r *Repository) place(subfolder, ref string) string {
	folder := r.common
	if !strings.HasPrefix(ref, "refs/") {
		folder = r.folder
	}
	for _, own := range ofWorktree {
		if strings.HasPrefix(ref, own) {
			folder = r.folder
		}
	}
	return filepath.Join(folder, subfolder, filepath.FromSlash(ref))
}

// isRef reports whether name may be the full name of a ref: below refs/, or in capitals, such as HEAD.
func isRef(name string) bool {
	if !filepath.IsLocal(name) || strings.ContainsAny(name, "\x00 ~^:?*[\\") || strings.HasSuffix(name, ".lock") {
		return false
	}
	if strings.HasPrefix(name, "refs/") {
		return filepath.ToSlash(filepath.Clean(name)) == name
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// ref returns the hash of the ref with this full name, or "" if there is no such ref.
func (r *Repository) ref(name string) (Hash, error) {
	for range longestLink {
		text, err := r.refText(name)
		if err != nil {
			return "", err
		}
		target, isLink := strings.CutPrefix(text, "ref:")
		if !isLink {
			return r.parse(firstField(text)), nil
		}
		if name = strings.TrimSpace(target); !isRef(name) {
			return "", nil
		}
	}
	return "", nil
}

func firstField(text string) string {
	if fields := strings.Fields(text); len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// refText returns the text in the file of a ref, or the hash of the ref in packed-refs.
func (r *Repository) refText(name string) (string, error) {
	if r.config.last("extensions.refstorage") == "reftable" {
		return "", fmt.Errorf("%s: %w", r.common, ErrReftable)
	}
	text, err := safefile.Read(r.place("", name), safefile.Settings)
	if err == nil || !isAbsent(err) {
		return string(text), err
	}
	packed, err := r.packedRefs()
	if h := packed[name]; h != "" {
		return h.String(), err
	}
	return "", err
}

// isAbsent reports whether an error means that a ref has no file: the path does not exist, or is a folder of longer
// names.
func isAbsent(err error) bool {
	var kind safefile.KindError
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.As(err, &kind) && kind.Mode.IsDir()
}

// packedRefs reads the file packed-refs, in which each line has a hash and a name.
func (r *Repository) packedRefs() (map[string]Hash, error) {
	if r.refs != nil {
		return r.refs, nil
	}
	text, err := safefile.Read(filepath.Join(r.common, "packed-refs"), safefile.Database)
	if err != nil && !isAbsent(err) {
		return nil, err
	}
	r.refs = map[string]Hash{}
	for line := range strings.Lines(string(text)) {
		hash, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if h := r.parse(hash); h != "" {
			r.refs[name] = h
		}
	}
	return r.refs, nil
}

// resolveRef returns the full name and the hash of the ref with a short name. Both are "" if there is none.
func (r *Repository) resolveRef(short string) (name string, h Hash, err error) {
	for _, form := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		name := fmt.Sprintf(form, short)
		if !isRef(name) {
			continue
		}
		if h, err = r.ref(name); err != nil || h != "" {
			return name, h, err
		}
	}
	return "", "", nil
}

// branch returns the full name of the branch that is checked out, or "" if none is.
func (r *Repository) branch() (string, error) {
	text, err := r.refText("HEAD")
	target, isLink := strings.CutPrefix(text, "ref:")
	if target = strings.TrimSpace(target); !isLink || !isRef(target) {
		target = ""
	}
	return target, err
}

// upstream returns the ref that a branch follows, or "" if it follows none. The configuration maps the remote's branch
// to this ref.
func (r *Repository) upstream(branch string) string {
	branch = strings.TrimPrefix(branch, "refs/heads/")
	remote, merge := r.config.last("branch."+branch+".remote"), r.config.last("branch."+branch+".merge")
	if remote == "." {
		return merge
	}
	for _, spec := range r.config["remote."+remote+".fetch"] {
		from, to, _ := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
		if mapped, is := mapped(merge, from, to); is && isRef(mapped) {
			return mapped
		}
	}
	return ""
}

// mapped replaces the pattern `from`, which a name matches, by the pattern `to`, and returns the resulting name. Each
// pattern has one star or none. mapped returns false if the name does not match.
func mapped(name, from, to string) (string, bool) {
	before, after, isPattern := strings.Cut(from, "*")
	if !isPattern {
		return to, name == from
	}
	rest, starts := strings.CutPrefix(name, before)
	rest, ends := strings.CutSuffix(rest, after)
	return strings.Replace(to, "*", rest, 1), starts && ends
}
