"""What a target of C++ or CUDA says of how it is compiled.

Up to version 8 Bazel has this provider itself. From 9 on it is of rules_cc, on which MODULE.bazel depends
(`bazel_dep(name = "rules_cc", version = "0.1.1")`); then this file is

    load("@rules_cc//cc/common:cc_info.bzl", _CcInfo = "CcInfo")
    cc_info = _CcInfo

and that is so for 7 and 8 as well.
"""

cc_info = CcInfo
