import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build } from "vitepress";
import { errorCatalogue, sdkMethods } from "./generated-pages.ts";
import { describeForModels } from "./llms.ts";
import { type Section, sectionsOf } from "./navigation.ts";
import { type Page, readPages } from "./pages.ts";

const root = join(import.meta.dirname, "..");
const target = resolve(process.argv[2] ?? join(import.meta.dirname, "dist"));

await buildSite(join(target, "source"), target);

/** Builds the site into a folder: pages, their Markdown, and `llms.txt`. */
async function buildSite(source: string, folder: string): Promise<void> {
  const types = await readFile(join(root, "sdk/src/generated/resources.ts"), "utf8");
  const pages = await readPages(root, {
    "reference/errors": errorCatalogue(),
    "reference/sdk-methods": sdkMethods(types),
  });
  const sections = sectionsOf(pages);
  await writeMarkdown(pages, source);
  await writeSettings(sections, join(source, ".vitepress"));
  const built = join(source, ".vitepress/dist");
  await build(source, { outDir: built });
  await cp(built, folder, { recursive: true });
  await rm(source, { recursive: true });
  await writeMarkdown(pages, folder);
  await writeFile(join(folder, "llms.txt"), describeForModels(sections));
}

/** VitePress takes its settings and its theme from files in the folder of the pages. */
async function writeSettings(sections: readonly Section[], folder: string): Promise<void> {
  const here = (name: string): string => JSON.stringify(join(import.meta.dirname, name));
  await mkdir(join(folder, "theme"), { recursive: true });
  await writeFile(join(folder, "sections.json"), JSON.stringify(sections));
  await writeFile(
    join(folder, "config.mts"),
    `import { siteConfig } from ${here("config.ts")};\nimport sections from "./sections.json";\nexport default siteConfig(sections);\n`,
  );
  await writeFile(
    join(folder, "theme/index.mts"),
    `import theme from "vitepress/theme-without-fonts";
import ${here("theme.css")};
import { followTabs } from ${here("tabs.mjs")};
export default { ...theme, enhanceApp: (context) => (theme.enhanceApp(context), followTabs()) };
`,
  );
}

async function writeMarkdown(pages: readonly Page[], folder: string): Promise<void> {
  for (const { path, markdown } of pages) {
    const file = join(folder, `${path}.md`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, markdown);
  }
  for (const images of ["guides/images", "operations/images"])
    await cp(join(root, "docs", images), join(folder, images), { recursive: true });
}
