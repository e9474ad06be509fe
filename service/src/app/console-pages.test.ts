import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { installConsolePages } from "./console-pages.ts";
import { installStaticFiles } from "./static-files.ts";

test("the console page runs only its own scripts, and its style nonce is new for each response", async () => {
  const folder = await mkdtemp(join(tmpdir(), "florin-console-pages-"));
  const app = fastify();
  try {
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), '<style nonce="__CSP_NONCE__"></style>');
    await installStaticFiles(app);
    installConsolePages(app, folder);
    const nonces: string[] = [];
    for (const url of ["/console/", "/console/ops/users"]) {
      const { headers, body } = await app.inject({ url });
      const [, nonce = ""] = /nonce="([^"]+)"/.exec(body) ?? [];
      nonces.push(nonce);
      expect(headers).toMatchObject({ "cache-control": "no-store" });
      expect(String(headers["content-security-policy"]).split("; ")).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
    }
    expect(new Set(nonces).size).toBe(2);
    expect(nonces).not.toContain("__CSP_NONCE__");
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

test("a console that is built while the service runs is served from then on, its files by name only", async () => {
  const folder = await mkdtemp(join(tmpdir(), "florin-console-pages-"));
  const app = fastify();
  try {
    await installStaticFiles(app);
    installConsolePages(app, folder);
    expect(await app.inject({ url: "/console/" })).toMatchObject({
      statusCode: 503,
      body: "The console has not been built. Run: npm run build:console\n",
    });
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "assets", "index-1a2b.js"), "// the script");
    await writeFile(join(folder, "index.html"), "<p>the page</p>");
    expect(await app.inject({ url: "/console/" })).toMatchObject({
      statusCode: 200,
      body: "<p>the page</p>",
    });
    const script = await app.inject({ url: "/console/assets/index-1a2b.js" });
    expect(script).toMatchObject({ statusCode: 200, body: "// the script" });
    expect(script.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/javascript; charset=utf-8",
    });
    for (const name of ["other.js", "..%2Findex.html", "%2e%2e%2findex.html", "..%5Cindex.html"]) {
      const { body } = await app.inject({ url: `/console/assets/${name}` });
      expect(body).toContain("there is no such path");
    }
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

test("a script is sent as the client accepts it: with brotli, with gzip, or as it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "florin-console-pages-"));
  const app = fastify();
  const url = "/console/assets/index-1a2b.js";
  try {
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), "<p>the page</p>");
    for (const [ending, content] of Object.entries({ "": "the script", ".br": "brotli", ".gz": "gzipped" }))
      await writeFile(join(folder, `assets/index-1a2b.js${ending}`), content);
    await writeFile(join(folder, "assets/small-3c4d.css"), "p {}");
    await installStaticFiles(app);
    installConsolePages(app, folder);
    const etags = new Set<unknown>();
    for (const [accepted, encoding, body] of [
      ["gzip, deflate, br", "br", "brotli"],
      ["gzip, br;q=0", "gzip", "gzipped"],
      ["identity", undefined, "the script"],
      ["deflate", undefined, "the script"],
    ] as const) {
      const { headers, ...response } = await app.inject({ url, headers: { "accept-encoding": accepted } });
      expect(response.body, accepted).toBe(body);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "application/javascript; charset=utf-8",
        "content-length": String(body.length),
        vary: "accept-encoding",
      });
      expect(headers["content-encoding"]).toBe(encoding);
      etags.add(headers.etag);
      const conditions = { "accept-encoding": accepted, "if-none-match": String(headers.etag) };
      expect(await app.inject({ url, headers: conditions })).toMatchObject({ statusCode: 304, body: "" });
    }
    expect(etags.size).toBe(3);
    const style = "/console/assets/small-3c4d.css";
    expect((await app.inject({ url: style, headers: { "accept-encoding": "br" } })).body).toBe("p {}");
    expect((await app.inject({ url: `${url}.br` })).body).toContain("there is no such path");
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
