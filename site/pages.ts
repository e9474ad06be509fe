import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

/** A page of the site: Markdown whose links point to other pages of the site. */
export interface Page {
  /** Path on the site without its extension: `guides/quickstart`. */
  readonly path: string;
  /** The file it comes from; undefined for a generated page. */
  readonly source: string | undefined;
  readonly title: string;
  readonly markdown: string;
}

/** Documents outside of `docs/` that are pages too. */
const otherDocuments: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": "architecture",
  "CHANGELOG.md": "changelog",
  "CONTRIBUTING.md": "contributing/index",
  "SECURITY.md": "security",
  "examples/README.md": "examples/index",
  "examples/onramp/README.md": "examples/onramp",
  "examples/payouts/README.md": "examples/payouts",
  "examples/shop/README.md": "examples/shop",
  "sdk/README.md": "reference/sdk",
};

/** Reads all documents. `generated` are pages that have no file, by their path. */
export async function readPages(
  root: string,
  generated: Readonly<Record<string, string>> = {},
): Promise<readonly Page[]> {
  const sources = new Map(Object.entries(otherDocuments));
  for (const name of await readdir(join(root, "docs"), { recursive: true }))
    if (name.endsWith(".md")) sources.set(`docs/${name}`, pagePathOf(name));
  const documents = await Promise.all(
    [...sources].map(async ([source, path]) => {
      const markdown = linkPages(await readFile(join(root, source), "utf8"), { source, path }, sources);
      return { path, source, title: titleOf(markdown), markdown };
    }),
  );
  const withoutFile = Object.entries(generated).map(([path, markdown]) => ({
    path,
    source: undefined,
    title: titleOf(markdown),
    markdown,
  }));
  return [...documents, ...withoutFile].sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** The first heading, as plain text. */
function titleOf(markdown: string): string {
  const [, heading = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  return heading.replaceAll("`", "");
}

/** The first paragraph, as one line of plain text. */
export function summaryOf(markdown: string): string {
  const [, paragraph = ""] = /^# .+\n+((?!```)(?:[^\n#|!-].*\n)+)/m.exec(markdown) ?? [];
  return paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function pagePathOf(name: string): string {
  return name.replace(/\.md$/, "").replace(/(^|\/)README$/, "$1index");
}

interface Place {
  readonly source: string;
  readonly path: string;
}

const fencedBlock = /^(\s*(?:```|~~~)[\s\S]*?^\s*(?:```|~~~)$)/m;
const codeOrLink = /(`[^`]*`)|(!?)\[((?:`[^`]*`|[^[\]])*)\]\(([^)\s]+)\)/g;

/** Links between files become links between pages. The text of a link to a file that is no page stays as text. */
function linkPages(markdown: string, place: Place, pages: ReadonlyMap<string, string>): string {
  const linkText = (prose: string): string =>
    prose
      .replace(codeOrLink, (whole, code, image, text, target) => {
        if (code !== undefined || image === "!" || /^[a-z]+:|^#/.test(target)) return whole;
        const link = linkTo(target, place, pages);
        return link === undefined ? text : `[${text}](${link})`;
      })
      .replaceAll('src="images/', 'src="./images/');
  return markdown
    .split(fencedBlock)
    .map((part, index) => (index % 2 === 0 ? linkText(part) : part))
    .join("");
}

function linkTo(
  target: string,
  { source, path }: Place,
  pages: ReadonlyMap<string, string>,
): string | undefined {
  const [file = "", anchor] = target.split("#");
  const named = posix.normalize(posix.join(posix.dirname(source), file)).replace(/\/$/, "");
  const page = pages.get(named) ?? pages.get(`${named}/README.md`);
  const relative = (to: string): string => posix.relative(posix.dirname(path), to);
  // The reference shows this document.
  if (named === "openapi.json") return relative("api.html");
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  return page === undefined ? undefined : `${relative(`${page}.md`)}${suffix}`;
}
