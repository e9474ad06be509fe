import type { Page } from "./pages.ts";

export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

interface Rule {
  readonly title: string;
  /** Pages in this order, and then the other pages of the folders by their titles. */
  readonly first?: readonly string[];
  readonly folders?: readonly string[];
}

const rules: readonly Rule[] = [
  { title: "Get started", first: ["index", "guides/quickstart"] },
  {
    title: "Concepts",
    first: ["index", "accounts", "addresses", "transfers", "tokens", "ledger", "events"].map(
      (name) => `concepts/${name}`,
    ),
    folders: ["concepts"],
  },
  {
    title: "Guides",
    first: ["index", "onramp", "offramp", "issue-a-token", "deposits"].map((name) => `guides/${name}`),
    folders: ["guides"],
  },
  { title: "Recipes", folders: ["recipes"] },
  { title: "Examples", first: ["examples/index"], folders: ["examples"] },
  {
    title: "Reference",
    first: ["guides/events", "reference/errors", "reference/sdk", "reference/sdk-methods", "cli-reference"],
    folders: ["reference"],
  },
  {
    title: "Operations",
    first: ["index", "production", "configuration", "command-line"].map((name) => `operations/${name}`),
    folders: ["operations"],
  },
  { title: "Runbooks", first: ["operations/runbooks/index"], folders: ["operations/runbooks"] },
  { title: "Security", first: ["security", "operations/keys", "operations/controls", "operations/audit"] },
  { title: "Decisions", first: ["adr/index"], folders: ["adr"] },
  {
    title: "Project",
    first: ["changelog", "glossary", "compatibility", "architecture"],
    folders: ["contributing"],
  },
];

/** The sections of the sidebar. A page is in the first section that names it, or else in the section of its folder. */
export function sectionsOf(pages: readonly Page[]): readonly Section[] {
  const named = new Set(rules.flatMap(({ first = [] }) => first));
  return rules.flatMap(({ title, first = [], folders = [] }) => {
    const ordered = first.flatMap((path) => pages.find((page) => page.path === path) ?? []);
    const others = pages
      .filter(({ path }) => !named.has(path) && folders.includes(path.slice(0, path.lastIndexOf("/"))))
      .sort((left, right) => compare(sortKey(left), sortKey(right)));
    return ordered.length + others.length === 0 ? [] : [{ title, pages: [...ordered, ...others] }];
  });
}

/** Decisions are in the order of their numbers. */
function sortKey({ path, title }: Page): string {
  return path.startsWith("adr/") ? path : title.toLowerCase();
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
