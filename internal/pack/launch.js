#!/usr/bin/env node
// Starts the program of the package for this platform, with the same arguments, and ends as it does.
"use strict";
const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const platform = `@warpcheck/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${platform}/bin/warpcheck`);
} catch {
  console.error(`warpcheck: the package ${platform} is not installed: there is one for linux-x64 with glibc, ` +
    "and npm leaves it out with --omit=optional");
  process.exit(2);
}
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`warpcheck: ${error.message}`);
  process.exit(2);
}
process.exit(status ?? 128 + constants.signals[signal]);
