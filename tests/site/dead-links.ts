import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

const base = "/docs/";
/** Served by the service beside the site. */
const served = ["api.html", "icon.svg"];
const reference = /\b(?:href|src)="([^"]*)"/g;

/** The links of all built pages to files and anchors that don't exist, as `<page>: <link>`. */
export async function deadLinks(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).map(String);
  const files = new Set(names);
  const pages = new Map<string, string>();
  for (const name of names.filter((each) => each.endsWith(".html")))
    pages.set(name, await readFile(join(folder, name), "utf8"));
  const anchors = new Map([...pages].map(([name, html]) => [name, anchorsOf(html)]));
  return [...pages].flatMap(([name, html]) =>
    [...new Set([...html.matchAll(reference)].map(([, link = ""]) => link))]
      .filter((link) => !/^(?:https?|mailto|data):/.test(link))
      .filter((link) => {
        const [path = "", anchor] = decodeURI(link.replaceAll("&amp;", "&")).split("#");
        const file = path === "" ? name : fileOf(path, name);
        if (served.includes(file)) return false;
        return !files.has(file) || (anchor !== undefined && anchors.get(file)?.has(anchor) === false);
      })
      .map((link) => `${name}: ${link}`),
  );
}

function fileOf(path: string, page: string): string {
  const file = path.startsWith(base)
    ? path.slice(base.length)
    : posix.normalize(posix.join(posix.dirname(page), path));
  return file === "" || file.endsWith("/") ? `${file}index.html` : file;
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\bid="([^"]*)"/g)].map(([, id = ""]) => id));
}
