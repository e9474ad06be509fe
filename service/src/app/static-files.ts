import { readdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** The builds of the console and the site write them next to each file that they make smaller. */
const compressed = /\.(?:br|gz)$/;
const immutable = "public, max-age=31536000, immutable";

/** Allows `sendStaticFile`, which sends the compressed variant of a file that the client accepts. */
export async function installStaticFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { serve: false, cacheControl: false, preCompressed: true });
}

/** Names below a folder. Only these are served, so that a path cannot lead out of it. */
export function listStaticFiles(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return new Set(names.filter((name) => !compressed.test(name)));
}

export interface StaticFile {
  readonly folder: string;
  readonly name: string;
  readonly known: ReadonlySet<string> | undefined;
  /** Its name has a hash of its content. */
  readonly isHashed: boolean;
}

export function sendStaticFile(
  reply: FastifyReply,
  { folder, name, known, isHashed }: StaticFile,
): FastifyReply {
  if (known?.has(name) !== true) throw new RefusalError(refuse("not_found", "there is no such path"));
  return reply
    .header("cache-control", isHashed ? immutable : "no-cache")
    .header("vary", "accept-encoding")
    .sendFile(name, folder);
}
