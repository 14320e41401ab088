"""warpcheck in a build by Bazel: one action a source, and one that merges.

In a file of your own (tools/warps.bzl):

    load("//third_party/warpcheck/bazel:warpcheck.bzl", "warpcheck_aspect", "warpcheck_report_rule")

    BINARY = "//tools:warpcheck"
    CONFIGS = ["//:.warpcheck.yaml"]
    warps = warpcheck_aspect(BINARY, CONFIGS, flags = ["--potential"])
    warpcheck_report = warpcheck_report_rule(warps, BINARY, CONFIGS)

and in a BUILD file:

    warpcheck_report(name = "warps", deps = ["//kernels", "//app"], flags = ["-f", "concise"])

`bazel build //:warps` analyses the CUDA sources (.cu in srcs) of deps and of what these depend on, with the
headers, include folders and macros that CcInfo declares and with copts. It writes one report, as one run over all
of them would, and fails where that has findings, or where something was not analysed.

An action reads what is declared and nothing else: headers are not searched for, the configuration is the first of
configs, which may extend the others. So Bazel's caches and remote execution take the actions as they take a
compiler's. Each needs a processor for some seconds, and the memory that --unit-memory allows.

From Bazel 9 on, cc_info.bzl beside this file has two other lines: it says which.
"""

load(":cc_info.bzl", "cc_info")

WarpcheckInfo = provider(
    doc = "What the sources of a target, and of those that it depends on, came to.",
    fields = {
        "results": "depset of result files",
        "databases": "depset of the compilation databases that say how sources are read",
        "sources": "depset of the sources and headers, which a report quotes",
    },
)

def _sources(rule):
    """The CUDA sources that a rule names."""
    return [file for file in getattr(rule.files, "srcs", []) if file.extension == "cu"]

def _external(compilation):
    """The include folders of other repositories, which Bazel from 5 on can keep apart."""
    return compilation.external_includes.to_list() if hasattr(compilation, "external_includes") else []

def _arguments(ctx, compilation):
    """How a target's sources are compiled, as nvcc is told."""
    quoted = [".", ctx.bin_dir.path] + compilation.quote_includes.to_list()
    arguments = ["nvcc"]
    for flag, folders in [
        ("-Xcompiler=-iquote,", quoted),
        ("-I", compilation.includes.to_list()),
        ("-Xcompiler=-isystem,", compilation.system_includes.to_list() + _external(compilation)),
    ]:
        arguments += [flag + folder for folder in folders]
    defines = compilation.defines.to_list() + getattr(ctx.rule.attr, "local_defines", [])
    return arguments + ["-D" + define for define in defines] + getattr(ctx.rule.attr, "copts", [])

def _database(ctx, target, sources):
    """A compilation database of a target. Folders are relative to the one in which actions run."""
    database = ctx.actions.declare_file(target.label.name + ".warpcheck/compile_commands.json")
    top = "/".join([".." for _ in database.dirname.split("/")])
    arguments = _arguments(ctx, target[cc_info].compilation_context)
    ctx.actions.write(database, json.encode([
        struct(directory = top, file = source.path, arguments = arguments + [source.path])
        for source in sources
    ]))
    return database

def _aspect(target, ctx):
    below = [dep[WarpcheckInfo] for dep in getattr(ctx.rule.attr, "deps", []) if WarpcheckInfo in dep]
    sources = _sources(ctx.rule) if cc_info in target else []
    results, databases, headers = [], [], []
    if sources:
        databases = [_database(ctx, target, sources)]
        headers = [target[cc_info].compilation_context.headers]
    for source in sources:
        result = ctx.actions.declare_file("%s.warpcheck/%s.result" % (target.label.name, source.short_path.replace("/", ".")))
        results.append(result)
        arguments = ctx.actions.args()
        arguments.add_all(ctx.attr._flags)
        arguments.add_all(ctx.files._configs[:1], before_each = "--config")
        arguments.add_all(["--no-cache", "-j", "1", "-p", databases[0], "--result", result, source])
        ctx.actions.run(
            executable = ctx.executable._binary,
            arguments = [arguments],
            inputs = depset([source] + databases + ctx.files._configs, transitive = headers),
            outputs = [result],
            mnemonic = "Warpcheck",
            progress_message = "Checking the warps of " + source.short_path,
        )
    return [WarpcheckInfo(
        results = depset(results, transitive = [info.results for info in below]),
        databases = depset(databases, transitive = [info.databases for info in below]),
        sources = depset(sources, transitive = headers + [info.sources for info in below]),
    )]

def warpcheck_aspect(binary, configs = [], flags = []):
    """An aspect that analyses CUDA sources.

    Args:
      binary: label of the program
      configs: labels of configuration files: the first is used, others are those that it extends
      flags: what is analysed: --potential, --arch, --unit-cpu ...
    """
    return aspect(
        implementation = _aspect,
        attr_aspects = ["deps"],
        attrs = {
            "_binary": attr.label(default = binary, executable = True, cfg = "exec", allow_files = True),
            "_configs": attr.label_list(default = configs, allow_files = True),
            "_flags": attr.string_list(default = flags),
        },
    )

# The report of a run that fails is shown: Bazel keeps no output of an action that does.
_MERGE = """
"$@" || { code=$?; cat "$REPORT"; exit $code; }
"""

def _report(ctx):
    report = ctx.actions.declare_file(ctx.label.name + ".report")
    infos = [dep[WarpcheckInfo] for dep in ctx.attr.deps]
    results = depset(transitive = [info.results for info in infos])
    if not results.to_list():
        fail("%s: no .cu file among the sources of deps" % ctx.label)
    listed = ctx.actions.args()
    listed.add_all(results)
    listed.use_param_file("--results=%s", use_always = True)
    listed.set_param_file_format("multiline")
    ctx.actions.run_shell(
        command = _MERGE,
        arguments = [ctx.executable._binary.path, "merge", "--as-made", "--incomplete=absent-too"] + ctx.attr.flags + ["-o", report.path, listed],
        env = {"REPORT": report.path},
        tools = [ctx.executable._binary],
        inputs = depset(ctx.files._configs, transitive = [results] + [info.databases for info in infos] + [info.sources for info in infos]),
        outputs = [report],
        mnemonic = "WarpcheckReport",
        progress_message = "Reporting on warps: %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([report]))]

def warpcheck_report_rule(aspect, binary, configs = []):
    """A rule that reports what an aspect found, with the binary and configs of that.

    Its attributes are deps, and flags: how it is told (-f, --fail-on, --exit-zero ...).
    """
    return rule(
        implementation = _report,
        attrs = {
            "deps": attr.label_list(aspects = [aspect], mandatory = True),
            "flags": attr.string_list(),
            "_binary": attr.label(default = binary, executable = True, cfg = "exec", allow_files = True),
            "_configs": attr.label_list(default = configs, allow_files = True),
        },
    )
