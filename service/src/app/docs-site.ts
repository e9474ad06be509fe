import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { docsSecurityPolicy } from "../http/docs-page.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** The built site; the path is the same from the sources, from the service's build and in a release. */
const builtFolder = fileURLToPath(new URL("../../../site/dist/", import.meta.url));
/** Files in this folder have a content hash in their names. */
const hashed = /^assets\//;
const immutable = "public, max-age=31536000, immutable";
/** A build takes about this long. */
const retryAfterSeconds = 15;

/** The documentation site at `/docs/`. Needs `@fastify/static`, which the console's pages register. */
export function installDocsSite(app: FastifyInstance, folder: string = builtFolder): void {
  // Read at the first visit: the site may still be being built when the service starts.
  let known: ReadonlySet<string> | undefined;
  const send = (path: string, reply: FastifyReply): FastifyReply => {
    known ??= readBuilt(folder);
    if (known === undefined) return sendNotBuilt(reply);
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    if (!known.has(file)) throw new RefusalError(refuse("not_found", "there is no such path"));
    return reply
      .header("content-security-policy", docsSecurityPolicy)
      .header("cache-control", hashed.test(file) ? immutable : "no-cache")
      .sendFile(file, folder);
  };
  app.get("/docs/", (_request, reply) => send("", reply));
  app.get<{ Params: { "*": string } }>("/docs/*", ({ params }, reply) => send(params["*"], reply));
}

/** Only these files are served, so that a path cannot lead out of the folder. */
function readBuilt(folder: string): ReadonlySet<string> | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.includes("index.html") ? new Set(names) : undefined;
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header("retry-after", String(retryAfterSeconds))
    .type("text/plain; charset=utf-8")
    .send(
      "The documentation site is not built yet. `npm start` builds it in the background, `npm run docs` at once.\n",
    );
}
