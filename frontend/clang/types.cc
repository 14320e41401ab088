// Types and their fields, interned by clang's canonical type.
#include "walker.h"

using namespace clang;

namespace warpcheck {

// clang does not give the size of a pointer to a dependent type.
constexpr int64_t PointerSize = 8;

// isBuiltUp reports whether a type is a pointer, a reference or an array, even if it depends on a dependent type.
static bool isBuiltUp(const Type *type) {
  return llvm::isa<PointerType>(type) || llvm::isa<ReferenceType>(type) ||
         llvm::isa<ArrayType>(type);
}

static bool isVolatile(QualType type) {
  while (auto *array = llvm::dyn_cast<ArrayType>(type.getTypePtr()))
    type = array->getElementType();
  return type.isVolatileQualified();
}

Index Walker::type(QualType of) {
  if (of.isNull())
    return None;
  of = of.getCanonicalType();
  bool isVol = isVolatile(of);
  // The low bit of a Type pointer is free: in the key it marks the volatile type.
  auto *key = reinterpret_cast<const char *>(of.getTypePtr()) + isVol;
  auto [found, fresh] = typeIndex.try_emplace(key, Index(out.types.size()));
  if (!fresh)
    return found->second;
  Index index = found->second;
  out.types.push_back({int32_t(TypeKind::Invalid), 0, isVol ? WC_VOLATILE_TYPE : 0, None, None,
                       None, {0, 0}, {0, 0}, -1, 0});
  fillType(index, of);
  return index;
}

void Walker::fillBuiltin(wc_type &to, const BuiltinType *type, int64_t size) {
  switch (type->getKind()) {
  case BuiltinType::Void:
    to.kind = int32_t(TypeKind::Void);
    return;
  case BuiltinType::Bool:
    to.kind = int32_t(TypeKind::Bool);
    to.bits = 8;
    return;
  case BuiltinType::NullPtr:
    to.kind = int32_t(TypeKind::Pointer);
    return;
  default:
    break;
  }
  to.bits = int32_t(size * 8);
  if (type->isInteger()) {
    to.kind = int32_t(TypeKind::Int);
    to.flags |= type->isSignedInteger() ? WC_SIGNED : 0;
  } else if (type->isFloatingPoint()) {
    to.kind = int32_t(TypeKind::Float);
  } else {
    to.bits = 0;
  }
}

void Walker::fillType(Index index, QualType of) {
  const Type *type = of.getTypePtr();
  wc_type made = out.types[index];
  made.name = string(typeSpelling(QualType(type, 0)));
  // A placeholder type, for example of an overload set, has no size either.
  auto *simple = llvm::dyn_cast<BuiltinType>(type);
  bool placeholder = simple && simple->isPlaceholderType();
  auto *closure = recordOf(of); // the captures of a lambda in a template are known
  bool open = type->isDependentType() && !isBuiltUp(type) && !(closure && closure->isLambda());
  if (placeholder || open || llvm::isa<DeducedType>(type)) {
    if (auto *classes = primary(of)) {
      made.elem = recordType(classOf(classes));
      if (auto *special = destructor(classOf(classes)))
        made.destructor = function(special);
    }
    out.types[index] = made;
    return;
  }
  made.size = sizeOf(of, context);
  if (simple) {
    fillBuiltin(made, simple, made.size);
  } else if (auto *pointer = llvm::dyn_cast<PointerType>(type)) {
    made.kind = int32_t(TypeKind::Pointer);
    made.size = PointerSize;
    made.elem = this->type(pointer->getPointeeType());
  } else if (pointsToFunction(of)) { // a pointer to a member function: other pointers were handled before
    made.kind = int32_t(TypeKind::Pointer);
    made.flags |= WC_OF_MEMBER;
    made.elem = this->type(llvm::cast<MemberPointerType>(type)->getPointeeType());
  } else if (auto *reference = llvm::dyn_cast<ReferenceType>(type)) {
    made.kind = int32_t(TypeKind::Ref);
    made.elem = this->type(reference->getPointeeTypeAsWritten());
  } else if (auto *array = llvm::dyn_cast<ArrayType>(type)) {
    made.kind = int32_t(TypeKind::Array);
    made.elem = this->type(array->getElementType());
    if (auto *whole = llvm::dyn_cast<ConstantArrayType>(array))
      made.len = int64_t(whole->getSize().getZExtValue());
  } else if (llvm::isa<FunctionType>(type)) {
    made.kind = int32_t(TypeKind::FunctionType);
  } else if (llvm::isa<EnumType>(type)) {
    made.kind = int32_t(TypeKind::Int);
    made.bits = int32_t(made.size * 8);
    made.flags |= WC_ENUMERATION | (isSignedEnum(of) ? WC_SIGNED : 0);
    made.fields = list(enumerators(of));
  } else if (auto *record = recordOf(of)) {
    made.kind = int32_t(TypeKind::Record);
    out.types[index] = made;
    fillRecord(index, record);
    return;
  }
  out.types[index] = made;
}

// enumerators returns fields that stand for the enumerators of an enumeration. Each has a number as its offset.
Walker::Nodes Walker::enumerators(QualType of) {
  Nodes list;
  auto *enumeration = llvm::dyn_cast_or_null<EnumDecl>(warpcheck::declarationOf(of));
  for (const Decl *decl = enumeration ? firstDeclaration(enumeration) : nullptr; decl; decl = decl->getNextDeclInContext()) {
    if (auto *one = llvm::dyn_cast<EnumConstantDecl>(decl)) {
      list.push_back(Index(out.fields.size()));
      out.fields.push_back({string(one->getName()), None, None, int32_t(list.size()) - 1, 0, valueOf(one)});
    }
  }
  return list;
}

// pointsToFunction reports whether a type is a pointer to a function or to a member function.
bool Walker::pointsToFunction(QualType of) {
  const Type *type = of.getCanonicalType().getTypePtr();
  auto *plain = llvm::dyn_cast<PointerType>(type);
  auto *member = llvm::dyn_cast<MemberPointerType>(type);
  if (!plain && !member)
    return false;
  QualType to = plain ? plain->getPointeeType() : member->getPointeeType();
  return llvm::isa<clang::FunctionType>(to.getCanonicalType().getTypePtr());
}

const CXXRecordDecl *Walker::recordOf(QualType of) {
  if (of.isNull() || !llvm::isa<RecordType>(of.getCanonicalType().getTypePtr()))
    return nullptr;
  return llvm::dyn_cast_or_null<CXXRecordDecl>(warpcheck::declarationOf(of.getCanonicalType()));
}

// fillRecord sets the fields and bases of a record. clang's CUDA headers read threadIdx.x through a property.
// Properties become fields, so that both forms of the built-in variables look alike.
void Walker::fillRecord(Index index, const CXXRecordDecl *record) {
  if (record->isUnion())
    out.types[index].flags |= WC_UNION;
  if (!record->isCompleteDefinition())
    return;
  Nodes fields, bases;
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext()) {
    if (!llvm::isa<FieldDecl>(decl) && !llvm::isa<MSPropertyDecl>(decl))
      continue;
    Index made = field(decl);
    out.fields[made].index = fields.size();
    out.fields[made].owner = index;
    fields.push_back(made);
  }
  nameCaptures(record, fields);
  impliedBy(record, index, fields);
  for (auto &base : warpcheck::bases(record)) {
    bases.push_back(type(base.getTypeSourceInfo()->getType()));
    if (base.isVirtual())
      out.types[index].flags |= WC_VIRTUAL_BASE;
  }
  Index last = None;
  if (auto *special = destructor(record))
    last = function(special);
  wc_type &made = out.types[index];
  made.fields = list(fields);
  made.bases = list(bases);
  made.destructor = last;
}

// The fields of a closure have no names. They get the names of the captured variables.
void Walker::nameCaptures(const CXXRecordDecl *record, const Nodes &fields) {
  if (!record->isLambda())
    return;
  size_t i = 0;
  for (const LambdaCapture &capture : captures(record)) {
    if (i == fields.size())
      break;
    Index name = None;
    if (capture.capturesThis())
      name = string("this");
    else if (capture.capturesVariable() && capture.getCapturedVar()->getIdentifier())
      name = string(capture.getCapturedVar()->getIdentifier()->getName());
    if (name != None)
      out.fields[fields[i]].name = name;
    i++;
  }
}

// pointerTo returns a pointer type that the source does not spell: for a lambda's own this.
Index Walker::pointerTo(Index elem) {
  auto [found, fresh] = pointerIndex.try_emplace(elem, Index(out.types.size()));
  if (fresh) {
    Index name = string(typeName(elem) + " *");
    out.types.push_back(
        {int32_t(TypeKind::Pointer), 0, 0, name, elem, None, {0, 0}, {0, 0}, -1, PointerSize});
  }
  return found->second;
}

// referenceTo returns a reference type that the source does not spell.
Index Walker::referenceTo(Index elem) {
  Index name = string(typeName(elem) + " &");
  out.types.push_back(
      {int32_t(TypeKind::Ref), 0, 0, name, elem, None, {0, 0}, {0, 0}, -1, PointerSize});
  return out.types.size() - 1;
}

std::string Walker::typeName(Index index) {
  Index name = out.types[index].name;
  int64_t start = name == 0 ? 0 : out.strings[name - 1];
  return out.text.substr(start, out.strings[name] - start);
}

Index Walker::field(const Decl *decl) {
  auto [found, fresh] = fieldIndex.try_emplace(decl, Index(out.fields.size()));
  Index index = found->second;
  if (!fresh)
    return index;
  auto *value = llvm::cast<ValueDecl>(decl);
  out.fields.push_back({None, None, None, 0, 0, -1});
  Index name = string(value->getIdentifier() ? value->getIdentifier()->getName() : "");
  out.fields[index].name = name;
  auto *plain = llvm::dyn_cast<FieldDecl>(decl);
  if (plain && plain->isBitField() && !plain->getBitWidth()->isValueDependent())
    out.fields[index].bits = int32_t(plain->getBitWidthValue(context));
  if (plain)
    out.fields[index].offset = offset(plain);
  Index of = type(value->getType());
  out.fields[index].type = of;
  return index;
}

// offset returns the offset of a field in its record, in bits; -1 if clang cannot compute it. The first call for a
// record computes the offsets of all its fields.
int64_t Walker::offset(const FieldDecl *field) {
  auto [found, fresh] = offsets.try_emplace(field, -1);
  const RecordDecl *record = field->getParent();
  if (fresh && record && record->isCompleteDefinition()) {
    if (const ASTRecordLayout *layout = layoutOf(record)) {
      unsigned next = 0;
      for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
        if (auto *one = llvm::dyn_cast<FieldDecl>(decl); one && next < layout->getFieldCount())
          offsets[one] = layout->getFieldOffset(next++);
    }
  }
  return offsets[field];
}

const CXXDestructorDecl *Walker::destructor(const CXXRecordDecl *record) {
  for (const Decl *decl = firstDeclaration(record); decl; decl = decl->getNextDeclInContext())
    if (auto *found = llvm::dyn_cast<CXXDestructorDecl>(decl))
      return found->isTrivial() ? nullptr : found;
  return nullptr;
}

} // namespace warpcheck
