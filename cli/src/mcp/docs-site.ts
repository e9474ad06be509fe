import type { Passage } from "./search-docs.ts";

const timeoutMs = 30_000;
const maxPages = 500;
const maxPageLength = 500_000;
const maxPassageLength = 2_000;
const pagesAtOnce = 8;

/**
 * The sections of the documentation site, from the Markdown copies of its pages. They are read once, when they are first
 * needed; a service without the site has none.
 */
export function createDocsReader(baseUrl: string): () => Promise<readonly Passage[]> {
  let sections: Promise<readonly Passage[]> | undefined;
  return () => {
    sections ??= readSections(baseUrl).catch(() => {
      // The next search tries again.
      sections = undefined;
      return [];
    });
    return sections;
  };
}

async function readSections(baseUrl: string): Promise<readonly Passage[]> {
  const paths = pagesIn(await readText(`${baseUrl}/docs/llms.txt`));
  const sections: Passage[] = [];
  for (let first = 0; first < paths.length; first += pagesAtOnce) {
    const pages = paths.slice(first, first + pagesAtOnce);
    const texts = await Promise.all(pages.map((path) => readText(`${baseUrl}${path}`)));
    sections.push(...texts.flatMap(sectionsOf));
  }
  return sections;
}

async function readText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
  return (await response.text()).slice(0, maxPageLength);
}

function pagesIn(index: string): readonly string[] {
  const links = [...index.matchAll(/\]\((\/docs\/[\w./-]+\.md)\)/g)].map(([, path = ""]) => path);
  return [...new Set(links)].slice(0, maxPages);
}

/** One for each heading, with the title of the page. Long ones are cut. */
function sectionsOf(page: string): readonly Passage[] {
  const [head = "", ...rest] = page.split(/^(?=##+ )/m);
  const [, title = "Florin"] = /^# (.+)$/m.exec(head) ?? [];
  const sections = rest.map((section) => {
    const [, heading = "", text = ""] = /^#+ (.+)\n([\s\S]*)$/.exec(section) ?? [];
    return { title: `${title} – ${heading}`, text };
  });
  return [{ title, text: head.replace(/^# .+$/m, "") }, ...sections]
    .map((section) => ({ ...section, text: section.text.trim().slice(0, maxPassageLength) }))
    .filter(({ text }) => text !== "");
}
