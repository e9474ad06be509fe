import { posix } from "node:path";
import { linesMatching, type TidyRule, type Tree, type TreeFile } from "./tree.ts";

/** Links resolve, and the license is stated. */
export const documentRules: readonly TidyRule[] = [
  { name: "links between documents resolve", check: brokenLinks },
  { name: "documents have no trailing spaces", check: trailingSpaces },
  { name: "every decision is linked in docs/adr/README.md", check: unlistedDecisions },
  { name: "the licence is Apache-2.0", check: otherLicences },
];

function brokenLinks(tree: Tree): string[] {
  const documents = markdown(tree);
  const paths = new Set(tree.files.flatMap(({ path }) => withFolders(path)));
  const anchors = new Map(documents.map((file) => [file.path, anchorsOf(file)]));
  return documents.flatMap((file) =>
    linksOf(file).flatMap(({ target, line }) => {
      const [link = "", anchor] = target.split("#");
      const path = link === "" ? file.path : posix.normalize(posix.join(posix.dirname(file.path), link));
      if (!paths.has(path.replace(/\/$/, ""))) return [`${file.path}:${line}: ${target} does not exist`];
      const hasAnchor = anchor === undefined || (anchors.get(path)?.has(anchor) ?? true);
      return hasAnchor ? [] : [`${file.path}:${line}: ${target} names no heading`];
    }),
  );
}

function trailingSpaces(tree: Tree): string[] {
  return markdown(tree).flatMap((file) => linesMatching(file, /[ \t]$/, "ends with a space"));
}

function unlistedDecisions(tree: Tree): string[] {
  const index = tree.files.find(({ path }) => path === "docs/adr/README.md")?.text ?? "";
  return tree.files
    .filter(({ path }) => /^docs\/adr\/\d{4}-[^/]+\.md$/.test(path))
    .filter(({ path }) => !index.includes(`(${posix.basename(path)})`))
    .map(({ path }) => `${path}: is not linked in docs/adr/README.md`);
}

function otherLicences(tree: Tree): string[] {
  const licence = tree.files.find(({ path }) => path === "LICENSE")?.text ?? "";
  const isApache = /^\s*Apache License\s+Version 2\.0, January 2004/.test(licence);
  const manifests = tree.files.filter(({ path }) => posix.basename(path) === "package.json");
  return [
    ...(isApache ? [] : ["LICENSE: is not the Apache License 2.0"]),
    ...manifests
      .filter(({ text }) => JSON.parse(text).license !== "Apache-2.0")
      .map(({ path }) => `${path}: names another licence`),
  ];
}

function markdown(tree: Tree): readonly TreeFile[] {
  return tree.files.filter(({ path }) => path.endsWith(".md"));
}

interface Link {
  readonly target: string;
  readonly line: number;
}

/** Links within the checkout; a link inside code is an example. */
function linksOf(file: TreeFile): Link[] {
  return proseLines(file).flatMap(({ text, line }) => {
    const inline = [...text.matchAll(/\]\(\s*<?([^\s)>]+)>?[^)]*\)/g)];
    const definitions = [...text.matchAll(/^\s*\[[^\]]+\]:\s+(\S+)/g)];
    return [...inline, ...definitions]
      .map((match) => ({ target: decodeURI(match[1] ?? ""), line }))
      .filter(({ target }) => !/^[a-z][a-z0-9+.-]*:/i.test(target));
  });
}

/** Anchors as rendered: a heading in lower case, hyphens for spaces, punctuation dropped. */
function anchorsOf(file: TreeFile): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const { text } of proseLines(file, { keepCode: true })) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const repeats = seen.get(slug) ?? 0;
    anchors.add(repeats === 0 ? slug : `${slug}-${repeats}`);
    seen.set(slug, repeats + 1);
  }
  return anchors;
}

function proseLines(
  file: TreeFile,
  { keepCode }: { readonly keepCode: boolean } = { keepCode: false },
): { readonly text: string; readonly line: number }[] {
  let fenced = false;
  return file.text.split("\n").flatMap((text, index) => {
    const isFence = /^\s*(?:```|~~~)/.test(text);
    if (isFence) fenced = !fenced;
    if (fenced || isFence) return [];
    return [{ text: keepCode ? text : text.replace(/`[^`]*`/g, ""), line: index + 1 }];
  });
}

/** A path and every folder above it. */
function withFolders(path: string): string[] {
  const parts = path.split("/");
  return ["."].concat(parts.map((_, index) => parts.slice(0, index + 1).join("/")));
}
