import { linesMatching, type TidyRule, type Tree } from "./tree.ts";

/** Installed versions are those that were tested, and no file depends on the author's machine. */
export const packageRules: readonly TidyRule[] = [
  { name: "dependencies are pinned exactly", check: loosePins },
  { name: "the lock file names no server", check: serversInLockFile },
  { name: "no file names a folder of one machine", check: machinePaths },
  { name: "no file names a registry's host", check: registryHosts },
];

const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const pinnedFields = ["dependencies", "devDependencies", "optionalDependencies", "overrides"] as const;

// Assembled from parts, so that these rules do not match themselves.
const folder = (...names: readonly string[]): string => `(?<![\\w.-])/(?:${names.join("|")})/`;
const machinePath = new RegExp(`${folder("work", "root")}|${folder("home", "Users")}[a-z][\\w-]*/`);
const registryHost = new RegExp(
  [
    ["registry", "npmjs"],
    ["registry", "npmmirror"],
    ["registry", "yarnpkg"],
    ["deb", "debian"],
    ["pypi", "org"],
  ]
    .map((labels) => labels.join("\\."))
    .join("|"),
);

function loosePins(tree: Tree): string[] {
  return tree.files
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest = JSON.parse(text);
      return pinnedFields
        .flatMap((field) => Object.entries(manifest[field] ?? {}))
        .flatMap(([name, version]) => versionsIn(name, version))
        .filter(({ version }) => !exactVersion.test(version))
        .map(({ name, version }) => `${path}: ${name} is ${version}, which is not one version`);
    });
}

/** An override may name versions for the dependencies of one package. */
function versionsIn(name: string, version: unknown): { readonly name: string; readonly version: string }[] {
  if (typeof version !== "object" || version === null) return [{ name, version: String(version) }];
  return Object.entries(version).flatMap(([inner, value]) => versionsIn(`${name} > ${inner}`, value));
}

function serversInLockFile(tree: Tree): string[] {
  return tree.files
    .filter(({ path }) => /(?:^|\/)package-lock\.json$/.test(path))
    .flatMap((file) => linesMatching(file, /"resolved":\s*"https?:/, "names the server it came from"));
}

function machinePaths(tree: Tree): string[] {
  return tree.files.flatMap((file) => linesMatching(file, machinePath, "names a folder of one machine"));
}

function registryHosts(tree: Tree): string[] {
  return tree.files.flatMap((file) => linesMatching(file, registryHost, "names a registry's host"));
}
