// Makes instances of templates with a declaration that does not parse: see revive.cc.
#ifndef WARPCHECK_REVIVE_H
#define WARPCHECK_REVIVE_H

#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class ASTUnit;
class VarDecl;
}

namespace warpcheck {

// revive makes the instances that clang has not made because something in their templates does not parse. It returns
// the locations of further errors.
std::vector<clang::SourceLocation> revive(clang::ASTUnit &unit);

// isMisread reports whether the declaration of a variable does not parse, even if it is in an instance that revive has
// made.
bool isMisread(const clang::VarDecl *variable);

} // namespace warpcheck

#endif
