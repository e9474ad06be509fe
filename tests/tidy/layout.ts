import type { TidyRule, Tree } from "./tree.ts";

/** Layout and naming of files. */
export const layoutRules: readonly TidyRule[] = [
  { name: "files and folders are kebab-case", check: unevenNames },
  { name: "no module is called utils, helpers, common or misc", check: namelessModules },
  { name: "every module of the service has a README.md", check: modulesWithoutReadme },
  { name: "every domain module has an entry point", check: modulesWithoutEntryPoint },
  { name: "migrations are numbered uniquely", check: ambiguousMigrations },
];

const domainModules = [
  "auth",
  "accounts",
  "addresses",
  "tokens",
  "transfers",
  "payments",
  "automations",
  "webhooks",
  "console-api",
];

const kebabCase = /^\.?[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
// Names with an established spelling.
const established =
  /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^LICENSE$|^Dockerfile$|^Chart\.yaml$|\.sol$/;

function unevenNames(tree: Tree): string[] {
  return tree.files
    .filter(({ path }) =>
      path.split("/").some((segment) => !kebabCase.test(segment) && !established.test(segment)),
    )
    .map(({ path }) => `${path}: use lower case and hyphens`);
}

function namelessModules(tree: Tree): string[] {
  const nameless = /(?:^|[/-])(?:utils?|helpers?|common|misc)(?:[/.]|$)/;
  return tree.files
    .filter(({ path }) => nameless.test(path))
    .map(({ path }) => `${path}: find out what it is, and call it that`);
}

function modulesWithoutReadme(tree: Tree): string[] {
  return missingIn(tree, modulesOf(tree), "README.md");
}

function modulesWithoutEntryPoint(tree: Tree): string[] {
  return missingIn(
    tree,
    modulesOf(tree).filter((module) => domainModules.includes(module)),
    "index.ts",
  );
}

function ambiguousMigrations(tree: Tree): string[] {
  const firstWithNumber = new Map<string, string>();
  const findings: string[] = [];
  for (const { path } of tree.files) {
    const number = /\/migrations\/(?:[^/]+\/)*(\d+)[-_][^/]+$/.exec(path)?.[1];
    if (number === undefined) continue;
    const key = String(BigInt(number));
    const earlier = firstWithNumber.get(key);
    if (earlier !== undefined) findings.push(`${path}: has the number of ${earlier}`);
    firstWithNumber.set(key, earlier ?? path);
  }
  return findings;
}

/** The folders directly in service/src. */
function modulesOf(tree: Tree): string[] {
  const modules = tree.files.map(({ path }) => /^service\/src\/([^/]+)\//.exec(path)?.[1]);
  return [...new Set(modules.filter((module) => module !== undefined))];
}

function missingIn(tree: Tree, modules: readonly string[], name: string): string[] {
  const paths = new Set(tree.files.map(({ path }) => path));
  return modules
    .map((module) => `service/src/${module}/${name}`)
    .flatMap((path) => (paths.has(path) ? [] : [`${path}: is missing`]));
}
