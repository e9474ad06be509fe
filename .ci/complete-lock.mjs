// Completes package-lock.json with the optional packages of other platforms.
//
// Tools that ship a binary name one optional package for each platform. npm writes only those into the lock that the
// registry at hand could offer, and `npm ci` then refuses the lock as incomplete. The missing entries follow from the
// package that names them: the version stands there, the platform is in the name. On such a platform npm fetches the
// package by that version; on all others it is passed over.
//
// Run it after `npm install`; with --check it only says whether the lock is complete.
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
      const isThere = `node_modules/${name}` in packages || `${parentPath}/node_modules/${name}` in packages;
      if (!isThere) missing.push([`node_modules/${name}`, describe(name, version, sibling)]);
    }
  }
  return missing;
}

function describe(name, version, sibling) {
  const platform = platformOf(name);
  if (!/^\d+\.\d+\.\d+/.test(version) || platform === undefined || sibling === undefined) {
    throw new Error(
      `${name}@${version} is missing from the lock, and its platform cannot be told from its name`,
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
