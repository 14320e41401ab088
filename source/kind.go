package source

// Kind classifies the messages of the parser on which decisions depend.
type Kind int

// The kinds of messages. Name and Of are fields of [Diagnostic].
const (
	// Other: a message that nothing depends on.
	Other Kind = iota
	// UndeclaredName: Name is used and not declared.
	UndeclaredName
	// UnknownType: Name is used as a type and not declared.
	UnknownType
	// NoMember: the class or namespace Of has no member Name; Of is "" for a template that is not declared.
	NoMember
	// NoMatchingFunction: no function Name accepts the arguments of a call.
	NoMatchingFunction
	// DeviceFunctionInHost: NoMatchingFunction, where host code calls a function for the device only.
	DeviceFunctionInHost
	// HostFunctionInDevice: device code uses the host's function Name.
	HostFunctionInDevice
	// KernelInDevice: device code launches the kernel Name.
	KernelInDevice
	// IncompleteClass: an instance Name of a class template has no body or no such operator.
	IncompleteClass
	// NoConstructor: no constructor or conversion accepts the operands of an initialisation.
	NoConstructor
	// FunctionNotCalled: a function is named where a value is needed.
	FunctionNotCalled
	// TemplateWordMissing: a template is called without the word template. The message is at the template's name.
	TemplateWordMissing
	// TemplateWordMissingWithin: the same, but the message is at the beginning of the qualified name.
	TemplateWordMissingWithin
	// TemplateWordInDestructor: a destructor is called with the word template.
	TemplateWordInDestructor
	// TypenameMissing: a dependent type is used without the word typename.
	TypenameMissing
	// NarrowingPointerCast: a pointer is cast to a narrower integer.
	NarrowingPointerCast
	// ExpectedToken: the token Name is expected.
	ExpectedToken
	// ExpectedExpression: an expression is expected.
	ExpectedExpression
	// LiteralSuffix: a word follows a literal without a space.
	LiteralSuffix
	// OpenArrayInitialised: an array with a length that is not constant is initialised.
	OpenArrayInitialised
	// SharedVariableBuilt: a __shared__ variable has a constructor that does something.
	SharedVariableBuilt
	// UndeclaredMember: no declaration in its class fits the definition of a member.
	UndeclaredMember
	// SidesOverload: two functions differ in no more than their sides, host or device.
	SidesOverload
	// ConditionNotConstant: the condition of if constexpr or of a static assertion is not constant.
	ConditionNotConstant
	// FailedAssertion: a static assertion fails.
	FailedAssertion
	// AsmText: the text of an asm statement has an unknown escape or operand.
	AsmText
	// AttributeNotAllowed: an attribute, or an alignas, is at a place where none may be.
	AttributeNotAllowed
	// UnsupportedType: the target has no type Name.
	UnsupportedType
	// UnsupportedMode: the target has no machine mode Name.
	UnsupportedMode
	// UndefinedFunction: a function without a body has a type that no other unit can name.
	UndefinedFunction
	// TypedefRedefined: a typedef is declared as Name and as Of.
	TypedefRedefined
	// CannotOpen: the file Name exists and cannot be read, or cannot be written.
	CannotOpen
)
