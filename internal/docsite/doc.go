// Command docsite writes the documentation as a site of static pages, which need no server and no network: README.md,
// CHANGELOG.md, and the Markdown files of docs.
//
//	go run ./internal/docsite -o dist/site
//
// A link between these files becomes a link to the page of the other file. Any other relative link becomes a link to
// the file in the repository of the project. Each heading is an anchor. The script search.js searches the texts of all
// sections. These texts are in a script too (index.js), because a page that is opened from a disk may load scripts but
// no data.
//
// # The library
//
// goldmark makes HTML of Markdown (MIT licence, no dependencies; it follows CommonMark and GitHub's tables, and is what
// Hugo uses). Hugo itself, or another generator of sites, has hundreds of dependencies for the one template here.
package main
