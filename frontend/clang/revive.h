// Instances of templates with a declaration that does not parse: see revive.cc.
#ifndef WARPCHECK_REVIVE_H
#define WARPCHECK_REVIVE_H

#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class ASTUnit;
class VarDecl;
}

namespace warpcheck {

// revive makes the instances that clang has not made because something in their templates does not parse. It returns where
// clang has found further errors.
std::vector<clang::SourceLocation> revive(clang::ASTUnit &unit);

// isMisread reports a variable whose declaration does not parse, also in an instance that revive has made.
bool isMisread(const clang::VarDecl *variable);

} // namespace warpcheck

#endif
