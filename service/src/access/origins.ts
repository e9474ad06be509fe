import type { Instant } from "../kernel/instant.ts";
import type { AccessChange, AccessOrigin } from "./access-change.ts";

/** The changes of each identity, oldest first, with those of everyone who gave or confirmed an access in it. */
export type AccessGraph = ReadonlyMap<string, readonly AccessChange[]>;

/** Who an identity goes back to. */
export interface Origins {
  /** The users behind it: itself, and for an application those who gave or renewed its credentials. */
  readonly holders: ReadonlySet<string>;
  /** Itself, everyone who gave it access, and everyone who gave them theirs. */
  readonly line: Line;
  /** Those of the line whose access came from the server or the directory. */
  readonly roots: ReadonlySet<string>;
  /** Whether every line ends in a root. */
  readonly isKnown: boolean;
  /** The roots of each user who has confirmed that it is a separate individual. */
  readonly confirmations: readonly ReadonlySet<string>[];
}

/** Identities, with what gave, renewed or widened the access of each, as far as it counts for the line. */
type Line = ReadonlyMap<string, readonly AccessOrigin[]>;

export function originsIn(graph: AccessGraph, identity: string): Origins {
  const { holders, credentials } = holdersOf(graph, identity);
  const line = lineOf(graph, identity);
  const [holder] = holders;
  const confirmed =
    holders.size === 1 && holder !== undefined && !isOlder(credentials, renewalOf(graph, holder))
      ? confirmationsOf(graph, holder)
      : [];
  return { holders, line, roots: rootsOf(line), isKnown: isKnownLine(line), confirmations: confirmed };
}

/** Where the changes begin that counted at this time: a link of the server's operator that replaced all credentials. */
function startOf(changes: readonly AccessChange[], before: Instant | undefined): number {
  const start = changes.findLastIndex(
    ({ kind, origin, at }) =>
      kind === "reissued" && origin.type === "server" && (before === undefined || at < before),
  );
  return Math.max(start, 0);
}

function originsFrom(changes: readonly AccessChange[], start: number): readonly AccessOrigin[] {
  return changes.slice(start).flatMap(({ kind, origin }) => (kind === "confirmed" ? [] : [origin]));
}

/** What gave, renewed or widened an access. */
export function currentOrigins(graph: AccessGraph, identity: string): readonly AccessOrigin[] {
  const changes = graph.get(identity) ?? [];
  return originsFrom(changes, startOf(changes, undefined));
}

/** What a user gave before a new origin goes back to the earlier one as well: others may have acted as that user. */
function lineOf(graph: AccessGraph, identity: string, asOf?: Instant): Line {
  const starts = new Map<string, number>();
  const reached: { readonly member: string; readonly before: Instant | undefined }[] = [
    { member: identity, before: asOf },
  ];
  for (const { member, before } of reached) {
    const changes = graph.get(member) ?? [];
    const start = startOf(changes, before);
    if (start >= (starts.get(member) ?? Number.POSITIVE_INFINITY)) continue;
    starts.set(member, start);
    for (const { kind, origin, at } of changes.slice(start))
      if (kind !== "confirmed" && "id" in origin) reached.push({ member: origin.id, before: at });
  }
  return new Map([...starts].map(([member, start]) => [member, originsFrom(graph.get(member) ?? [], start)]));
}

interface Holders {
  readonly holders: ReadonlySet<string>;
  /** When the credentials were given through which they hold it. */
  readonly credentials: readonly Instant[];
}

/** An application acts for those who have had its credentials in their hands. */
function holdersOf(graph: AccessGraph, identity: string): Holders {
  const holders = new Set<string>();
  const credentials: Instant[] = [];
  const seen = new Set([identity]);
  for (const member of seen) {
    const given = (graph.get(member) ?? []).filter(({ kind }) => kind === "credential");
    if (given.length === 0 || given.some(({ origin }) => !("id" in origin))) holders.add(member);
    for (const { origin, at } of given) {
      credentials.push(at);
      if ("id" in origin) seen.add(origin.id);
    }
  }
  return { holders, credentials };
}

/** What was given before its holder's credentials were replaced may be in the hands of an earlier holder. */
function isOlder(credentials: readonly Instant[], renewal: Instant | undefined): boolean {
  return renewal !== undefined && credentials.some((at) => at <= renewal);
}

function renewalOf(graph: AccessGraph, identity: string): Instant | undefined {
  return graph.get(identity)?.findLast(({ kind }) => kind === "reset" || kind === "reissued")?.at;
}

function rootsOf(line: Line): ReadonlySet<string> {
  return new Set([...line].flatMap(([member, origins]) => (isRoot(origins) ? [member] : [])));
}

function isRoot(origins: readonly AccessOrigin[]): boolean {
  return origins.some(({ type }) => type === "server" || type === "directory");
}

function isKnownLine(line: Line): boolean {
  return [...line].every(([member, origins]) => {
    const isGiven = origins.some((origin) => "id" in origin && origin.id !== member);
    return origins.every(({ type }) => type !== "unknown") && (isGiven || isRoot(origins));
  });
}

/** A user has few colleagues who confirm them; this bounds the search for the one that counts. */
const maxConfirmations = 5;

function confirmationsOf(graph: AccessGraph, identity: string): readonly ReadonlySet<string>[] {
  const line = lineOf(graph, identity);
  const valid = confirmationChanges(graph, identity).flatMap(({ origin, at }) => {
    if (origin.type === "server") return [new Set([identity])];
    if (!("id" in origin)) return [];
    const confirmer = lineOf(graph, origin.id, at);
    return mayConfirm(confirmer, line, { by: origin.id, identity }) ? [rootsOf(confirmer)] : [];
  });
  return valid.slice(-maxConfirmations);
}

/** A confirmation holds until the next change of the user's access. */
function confirmationChanges(graph: AccessGraph, identity: string): readonly AccessChange[] {
  const changes = graph.get(identity) ?? [];
  return changes.slice(changes.findLastIndex(({ kind }) => kind !== "confirmed") + 1);
}

/** The users who have confirmed this one. */
export function confirmers(graph: AccessGraph, identity: string): readonly string[] {
  return confirmationChanges(graph, identity).flatMap(({ origin }) => ("id" in origin ? [origin.id] : []));
}

/** Only a user of another root, who is in neither line. */
function mayConfirm(
  confirmer: Line,
  line: Line,
  { by, identity }: { readonly by: string; readonly identity: string },
): boolean {
  const isApart = !line.has(by) && !confirmer.has(identity);
  return isApart && isKnownLine(confirmer) && areDisjoint(rootsOf(confirmer), rootsOf(line));
}

/** Whether this user may confirm that the identity is a separate individual. */
export function mayConfirmIndividual(graph: AccessGraph, by: string, identity: string): boolean {
  return mayConfirm(lineOf(graph, by), lineOf(graph, identity), { by, identity });
}

export function areDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((member) => !other.has(member));
}
