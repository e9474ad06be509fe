import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DefaultTheme, MarkdownOptions, UserConfig } from "vitepress";
import { renderDiagram } from "./diagram.ts";
import type { Section } from "./navigation.ts";

/** The settings of VitePress. The site makes no request to another origin, and its pages have no inline script. */
export function siteConfig(sections: readonly Section[]): UserConfig<DefaultTheme.Config> {
  return {
    title: "Florin",
    description: "Stablecoin issuance and orchestration that a company can run itself",
    lang: "en",
    base: "/docs/",
    metaChunk: true,
    // One page after the other: the order of the search index, and with it every hash, would differ between builds.
    buildConcurrency: 1,
    head: [["link", { rel: "icon", href: "/docs/icon.svg", type: "image/svg+xml" }]],
    // The service serves it, from the OpenAPI document.
    ignoreDeadLinks: [/(?:^|\/)api(?:\.html)?$/],
    markdown: markdownOptions(),
    ...moveInlineScripts(),
    themeConfig: {
      search: { provider: "local" },
      outline: [2, 3],
      nav: [
        { text: "Quickstart", link: "/guides/quickstart" },
        { text: "Guides", link: "/guides/" },
        { text: "Operations", link: "/operations/" },
        { text: "Decisions", link: "/adr/" },
        { text: "API reference", link: "/api.html", target: "_self" },
      ],
      sidebar: {
        "/operations/": sidebarOf(sections, ["Operations", "Runbooks", "Security"]),
        "/adr/": sidebarOf(sections, ["Decisions"]),
        "/": sidebarOf(sections, [
          "Get started",
          "Concepts",
          "Guides",
          "Recipes",
          "Examples",
          "Reference",
          "Security",
          "Project",
        ]),
      },
    },
  };
}

function markdownOptions(): MarkdownOptions {
  return {
    anchor: { slugify: anchorOf },
    // Readable in both color schemes.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: ({ renderer: { rules } }) => {
      const { fence, link_open: openLink } = rules;
      rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token?.info.trim() === "mermaid") return renderDiagram(token.content);
        return fence?.(tokens, index, ...rest) ?? "";
      };
      // An indented block looks like a fenced one.
      rules.code_block = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token !== undefined) token.info = "text";
        return fence?.(tokens, index, ...rest) ?? "";
      };
      rules["link_open"] = (tokens, index, ...rest) => {
        const token = tokens[index];
        // With a target, the browser follows the link; without, a script would look for a page of the site.
        if (token?.attrGet("href")?.endsWith("api.html")) token.attrSet("target", "_self");
        return openLink?.(tokens, index, ...rest) ?? "";
      };
    },
  };
}

function sidebarOf(sections: readonly Section[], titles: readonly string[]): DefaultTheme.SidebarItem[] {
  return sections
    .filter(({ title }) => titles.includes(title))
    .map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.path.replace(/(^|\/)index$/, "$1")}` })),
    }));
}

/** The anchor of a heading, as on GitHub, so that a link works in both places. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

const scriptFile = "start-page.js";
const inlineScript = /<script(?: id="[^"]*")?>([\s\S]*?)<\/script>/g;

/** VitePress writes scripts into each page that choose its colours before it is drawn; a file has the same effect. */
function moveInlineScripts(): Pick<UserConfig, "transformHtml" | "buildEnd"> {
  let scripts = "";
  return {
    transformHtml: (html) => {
      const found = [...html.matchAll(inlineScript)].map(([, script = ""]) => `${script};\n`).join("");
      if (scripts !== "" && scripts !== found) throw new Error("a page has scripts of its own");
      scripts = found;
      return html
        .replace(inlineScript, "")
        .replace("</title>", `</title>\n    <script src="/docs/${scriptFile}"></script>`);
    },
    buildEnd: ({ outDir }) => writeFile(join(outDir, scriptFile), scripts),
  };
}
