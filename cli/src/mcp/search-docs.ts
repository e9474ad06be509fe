import type { ApiDocument, PlacedOperation } from "./api-document.ts";
import { operationsOf } from "./api-document.ts";

/** A passage of the documentation. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

const maxPassages = 5;

/** The passages that have most of the words, each at its beginning; words of a title count more. */
export function searchDocs(passages: readonly Passage[], query: string): readonly Passage[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\d_]{2,}/gu) ?? [])];
  const scored = passages.map((passage) => ({ passage, score: scoreOf(passage, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, maxPassages)
    .map(({ passage }) => passage);
}

const titleWeight = 3;

function scoreOf({ title, text }: Passage, words: readonly string[]): number {
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  return words
    .map((word) => (inTitle.includes(word) ? titleWeight : 0) + (inText.includes(word) ? 1 : 0))
    .reduce((sum, score) => sum + score, 0);
}

/** Operations, resources and rules. */
export function passagesOf(document: ApiDocument): readonly Passage[] {
  const rules = (document.info.description ?? "")
    .split("\n\n")
    .map((text) => ({ title: "Rules of the API", text }));
  const tags = (document.tags ?? []).map(({ name, description = "" }) => ({
    title: name,
    text: description,
  }));
  return [...operationsOf(document).map(passageOf), ...tags, ...rules];
}

function passageOf({ method, path, operation }: PlacedOperation): Passage {
  const scopes = (operation.security ?? []).flatMap((scheme) => Object.values(scheme).flat());
  const errors = Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith("4"))
    .map(([status, { description = "" }]) => `${status}: ${description.replaceAll("\n\n", " ")}`);
  return {
    title: `${operation.summary ?? operation.operationId} – ${method} ${path}`,
    text: [operation.description ?? "", scopes.length === 0 ? "" : `Scopes: ${scopes.join(", ")}.`, ...errors]
      .filter((line) => line !== "")
      .join("\n"),
  };
}
