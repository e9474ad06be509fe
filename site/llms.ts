import type { Section } from "./navigation.ts";
import { summaryOf } from "./pages.ts";

/** `llms.txt`: the pages for language models, as links to their Markdown. */
export function describeForModels(sections: readonly Section[]): string {
  const chapters = sections.map(({ title, pages }) => {
    const links = pages.map((page) => {
      const summary = summaryOf(page.markdown);
      return `- [${page.title}](/docs/${page.path}.md)${summary === "" ? "" : `: ${summary}`}`;
    });
    return `## ${title}\n\n${links.join("\n")}\n`;
  });
  return `${introduction}\n${chapters.join("\n")}`;
}

const introduction = `# Florin

> Stablecoin issuance and orchestration behind an HTTP/JSON API that a company runs itself: accounts, addresses, transfers
> between banks and chains, own tokens, a double-entry ledger, and signed webhooks.

Each link is the Markdown of a page. The OpenAPI document is at /openapi.json.
`;
