package lsp

import (
	"path/filepath"
	"slices"
)

// foldersChanged handles folders that were added to the workspace or removed from it.
func (s *server) foldersChanged(p didChangeFoldersParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, left := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(folder string) bool { return folder == pathOf(left.URI) })
	}
	s.addFolders(p.Event.Added)
	for _, d := range s.documents {
		s.analyse(d, s.Pause)
	}
}

func (s *server) addFolders(list []workspaceFolder) {
	for _, one := range list {
		if folder := pathOf(one.URI); folder != "" && !slices.Contains(s.folders, folder) {
			s.folders = append(s.folders, folder)
		}
	}
}

// folderOf returns the innermost folder of the workspace that contains path. If no folder does, it returns the first
// folder of the workspace, or "" if there is none.
func (s *server) folderOf(path string) string {
	best := ""
	for _, folder := range s.folders {
		relative, err := filepath.Rel(folder, path)
		if err == nil && filepath.IsLocal(relative) && len(folder) > len(best) {
			best = folder
		}
	}
	if best == "" && len(s.folders) > 0 {
		return s.folders[0]
	}
	return best
}
