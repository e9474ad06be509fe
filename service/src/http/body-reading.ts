import type { FastifyInstance, FastifyRequest } from "fastify";
import { type FieldError, RefusalError, refuse } from "../kernel/refusal.ts";
import { findStructureProblem, shownName } from "./json-structure.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads JSON and forms strictly: bytes that are not UTF-8, and text that PostgreSQL cannot store, are refused. */
export function installBodyReading(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readJson = createJsonReader(app);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes: Buffer, done) =>
    readJson(request, bytes, done),
  );
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    (_request: FastifyRequest, bytes: Buffer, done) => {
      const text = decode(bytes);
      if (text === undefined) return done(notUtf8());
      return done(null, parseForm(text));
    },
  );
}

type Done = (error: Error | null, value?: unknown) => void;

export function createJsonReader(
  app: FastifyInstance,
): (request: FastifyRequest, bytes: Buffer, done: Done) => void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  return (request, bytes, done) => {
    // Many clients always send a Content-Type, even without a body.
    if (bytes.length === 0) return done(null, undefined);
    const text = decode(bytes);
    if (text === undefined) return done(notUtf8());
    void parseJson(request, text, (error: Error | null, value?: unknown) => {
      if (error !== null) return done(brokenJson(error));
      const problem = findStructureProblem(text);
      if (problem !== undefined) return done(badStructure(problem));
      if (text.includes("\\u") || text.includes("\0")) {
        const pointer = pointerToUnkeepableText(value, "");
        if (pointer !== undefined) return done(unkeepableText(pointer));
      }
      return done(null, value);
    });
  };
}

/** A repeated name becomes an array, so that the endpoint can refuse it. */
function parseForm(text: string): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = form[name];
    if (earlier === undefined) form[name] = value;
    else if (typeof earlier === "string") form[name] = [earlier, value];
    else earlier.push(value);
  }
  return form;
}

/** NUL cannot be stored as text, and a lone surrogate would be silently replaced by another character. */
export function isKeepableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function pointerToUnkeepableText(value: unknown, pointer: string): string | undefined {
  if (typeof value === "string") return isKeepableText(value) ? undefined : pointer;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!isKeepableText(name)) return pointer;
    const shown = Array.isArray(value) ? name : shownName(name);
    const found = pointerToUnkeepableText(member, `${pointer}/${shown}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function notUtf8(): RefusalError {
  return new RefusalError(refuse("malformed_request", "the body is not UTF-8"));
}

function brokenJson(cause: Error): RefusalError {
  return new RefusalError(refuse("malformed_request", "the body is not JSON"), { cause });
}

function badStructure(problem: FieldError): RefusalError {
  const detail = `${problem.pointer || "the body"} ${problem.detail}`;
  return new RefusalError(refuse("validation_failed", detail, { errors: [problem] }));
}

function unkeepableText(pointer: string): RefusalError {
  const detail = "must not contain NUL or a lone surrogate";
  return new RefusalError(
    refuse("validation_failed", `${pointer || "the body"} ${detail}`, { errors: [{ pointer, detail }] }),
  );
}
