import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { listStaticFiles, sendStaticFile } from "./static-files.ts";

/** Build folder of the console; the path is the same from the sources and from the service's build. */
const builtFolder = fileURLToPath(new URL("../../../console/dist/", import.meta.url));
const noncePlaceholder = "__CSP_NONCE__";

/** The console's pages at `/console/`. Every path gets the same page, which routes on the client. Needs `installStaticFiles`. */
export function installConsolePages(app: FastifyInstance, chosenFolder: string | undefined): void {
  const folder = resolve(chosenFolder ?? builtFolder);
  // Unknown API paths are 404, not the page.
  app.get("/console/api", refusePath);
  app.get("/console/api/*", refusePath);
  // Read at the first visit: the console may still be being built when the service starts.
  let known: BuiltConsole | undefined;
  const built = (): BuiltConsole | undefined => {
    known ??= readBuilt(folder);
    return known;
  };
  const sendPage = (_request: unknown, reply: FastifyReply): FastifyReply => {
    const page = built()?.page;
    if (page === undefined) return reply.code(503).type("text/plain; charset=utf-8").send(`${notBuilt}\n`);
    const nonce = randomBytes(16).toString("base64");
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", contentSecurityPolicy(nonce))
      .header("cache-control", "no-store")
      .send(page.replaceAll(noncePlaceholder, nonce));
  };
  const assets = join(folder, "assets");
  app.get<{ Params: { name: string } }>("/console/assets/:name", ({ params: { name } }, reply) =>
    sendStaticFile(reply, { folder: assets, name, known: built()?.assets, isHashed: true }),
  );
  app.get("/console", (_request, reply) => reply.redirect("/console/", 308));
  app.get("/console/", sendPage);
  app.get("/console/*", sendPage);
}

interface BuiltConsole {
  readonly page: string;
  readonly assets: ReadonlySet<string>;
}

function readBuilt(folder: string): BuiltConsole | undefined {
  const index = join(folder, "index.html");
  if (!existsSync(index)) return undefined;
  return { page: readFileSync(index, "utf8"), assets: listStaticFiles(join(folder, "assets")) };
}

function refusePath(): never {
  throw new RefusalError(refuse("not_found", "there is no such path"));
}

const notBuilt = "The console has not been built. Run: npm run build:console";

/** Only our own scripts; styles that components add carry the nonce of this response. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts and menus are positioned with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
