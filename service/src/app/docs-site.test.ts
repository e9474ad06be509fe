import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FastifyInstance, fastify } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installDocsSite } from "./docs-site.ts";
import { installStaticFiles } from "./static-files.ts";

let parent: string;
let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "florin-docs-site-"));
  folder = join(parent, "dist");
  app = fastify();
  await installStaticFiles(app);
  installDocsSite(app, folder);
});

afterEach(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

async function build(): Promise<void> {
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(folder, "guides"));
  await writeFile(join(folder, "index.html"), "home");
  await writeFile(join(folder, "guides/index.html"), "guides");
  await writeFile(join(folder, "guides/quickstart.md"), "# Quickstart");
  await writeFile(join(folder, "assets/app.1a2b.js"), "start()");
  await writeFile(join(parent, "secret.txt"), "secret");
}

test("pages and their Markdown are served, scripts only from this origin", async () => {
  await build();
  for (const [url, body] of [
    ["/docs/", "home"],
    ["/docs/guides/", "guides"],
    ["/docs/guides/quickstart.md", "# Quickstart"],
  ]) {
    const response = await app.inject({ url: url ?? "" });
    expect(response, url).toMatchObject({ statusCode: 200, body });
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self';");
    expect(response.headers["cache-control"]).toBe("no-cache");
  }
  const asset = await app.inject({ url: "/docs/assets/app.1a2b.js" });
  expect(asset.headers["cache-control"]).toContain("immutable");
});

test.each(["/docs/missing.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt"])(
  "%s is not found",
  async (url) => {
    await build();
    const { statusCode, body } = await app.inject({ url });
    expect(body).not.toBe("secret");
    // Without the service's error rendering, a refusal is an error of the server.
    expect([404, 500]).toContain(statusCode);
  },
);

test("the site is served as soon as it is built", async () => {
  expect(await app.inject({ url: "/docs/" })).toMatchObject({ statusCode: 503 });
  await build();
  expect(await app.inject({ url: "/docs/" })).toMatchObject({ statusCode: 200 });
});
