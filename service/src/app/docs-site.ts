import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { docsSecurityPolicy } from "../http/docs-page.ts";
import { listStaticFiles, sendStaticFile } from "./static-files.ts";

/** The built site; the path is the same from the sources, from the service's build and in a release. */
const builtFolder = fileURLToPath(new URL("../../../site/dist/", import.meta.url));
/** Files in this folder have a content hash in their names. */
const hashed = /^assets\//;
/** A build takes about this long. */
const retryAfterSeconds = 15;

/** The documentation site at `/docs/`. Needs `installStaticFiles`. */
export function installDocsSite(app: FastifyInstance, folder: string = builtFolder): void {
  // Read at the first visit: the site may still be being built when the service starts.
  let known: ReadonlySet<string> | undefined;
  const send = (path: string, reply: FastifyReply): FastifyReply => {
    known ??= readBuilt(folder);
    if (known === undefined) return sendNotBuilt(reply);
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    reply.header("content-security-policy", docsSecurityPolicy);
    return sendStaticFile(reply, { folder, name, known, isHashed: hashed.test(name) });
  };
  app.get("/docs/", (_request, reply) => send("", reply));
  app.get<{ Params: { "*": string } }>("/docs/*", ({ params }, reply) => send(params["*"], reply));
}

function readBuilt(folder: string): ReadonlySet<string> | undefined {
  return existsSync(join(folder, "index.html")) ? listStaticFiles(folder) : undefined;
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
