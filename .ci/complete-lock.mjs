// Completes package-lock.json with the optional packages of other platforms.
//
// Tools that ship a binary list one optional package per platform. npm locks only those that the configured registry
// offers, and `npm ci` then rejects the lock as incomplete. The missing entries follow from the package that lists it:
// it has the version, and the package name has the platform. npm installs the package on its platform and skips it on
// all others.
//
// Run it after `npm install`; with --check it only reports whether the lock is complete.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const added = findMissing(lock.packages);

if (added.length === 0) {
  process.exit(0);
}
if (process.argv.includes("--check")) {
  process.stderr.write(
    `package-lock.json lacks ${added.length} packages of other platforms; run: node .ci/complete-lock.mjs\n`,
  );
  process.exit(1);
}
const entries = Object.entries(lock.packages).concat(added);
lock.packages = Object.fromEntries(
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`added ${added.length} packages of other platforms to package-lock.json\n`);

function findMissing(packages) {
  const missing = [];
  for (const [parentPath, parent] of Object.entries(packages)) {
    if (!parentPath.includes("node_modules/")) continue;
    const names = Object.entries(parent.optionalDependencies ?? {});
    const sibling = names
      .map(([name]) => packages[`node_modules/${name}`])
      .find((entry) => entry !== undefined);
    for (const [name, version] of names) {
      const isLocked = `node_modules/${name}` in packages || `${parentPath}/node_modules/${name}` in packages;
      if (!isLocked) missing.push([`node_modules/${name}`, describe(name, version, sibling)]);
    }
  }
  return missing;
}

function describe(name, version, sibling) {
  const platform = platformOf(name);
  if (!/^\d+\.\d+\.\d+/.test(version) || platform === undefined || sibling === undefined) {
    throw new Error(
      `${name}@${version} is missing from the lock, and its name does not contain its platform`,
    );
  }
  const { dev, license, engines } = sibling;
  return {
    version,
    cpu: platform.cpu,
    ...(dev === true ? { dev } : {}),
    ...(platform.libc === undefined ? {} : { libc: platform.libc }),
    ...(license === undefined ? {} : { license }),
    optional: true,
    ...(platform.os === undefined ? {} : { os: platform.os }),
    ...(engines === undefined ? {} : { engines }),
  };
}

function platformOf(name) {
  if (/wasm32/.test(name)) return { cpu: ["wasm32"] };
  const os = /(?:^|[-/])(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-/.exec(
    name,
  )?.[1];
  const cpu = /-(arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64)(?:-|$)/.exec(name)?.[1];
  if (os === undefined || cpu === undefined) return undefined;
  const libc = /-musl/.test(name) ? ["musl"] : /-gnu/.test(name) ? ["glibc"] : undefined;
  return { os: [os === "windows" ? "win32" : os], cpu: [cpu], libc };
}
