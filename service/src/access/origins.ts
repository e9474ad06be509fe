import type { AccessChange, AccessOrigin } from "./access-change.ts";

/** The changes of each identity, oldest first, with those of everyone who gave or confirmed an access in it. */
export type AccessGraph = ReadonlyMap<string, readonly AccessChange[]>;

/** Who an identity goes back to. */
export interface Origins {
  /** The users behind it: itself, and for an application those who gave or renewed its credentials. */
  readonly holders: ReadonlySet<string>;
  /** Itself, everyone who gave it access, and everyone who gave them theirs. */
  readonly line: ReadonlySet<string>;
  /** Those of the line whose access came from the server or the directory. */
  readonly roots: ReadonlySet<string>;
  /** Whether every line ends in a root. */
  readonly isKnown: boolean;
  /** The roots of each user who has confirmed that it is a separate individual. */
  readonly confirmations: readonly ReadonlySet<string>[];
}

export function originsIn(graph: AccessGraph, identity: string): Origins {
  const holders = holdersOf(graph, identity);
  const line = lineOf(graph, identity);
  const isKnown = isKnownLine(graph, line);
  const [holder] = holders;
  const confirmed = holders.size === 1 && holder !== undefined ? confirmationsOf(graph, holder) : [];
  return { holders, line, roots: rootsOf(graph, line), isKnown, confirmations: confirmed };
}

/** What still counts: a link of the server's operator that replaced all credentials begins a new origin. */
function currentChanges(graph: AccessGraph, identity: string): readonly AccessChange[] {
  const changes = graph.get(identity) ?? [];
  const start = changes.findLastIndex(({ kind, origin }) => kind === "reissued" && origin.type === "server");
  return changes.slice(Math.max(start, 0));
}

/** What gave, renewed or widened an access. */
export function currentOrigins(graph: AccessGraph, identity: string): readonly AccessOrigin[] {
  return currentChanges(graph, identity).flatMap(({ kind, origin }) =>
    kind === "confirmed" ? [] : [origin],
  );
}

function givenBy(graph: AccessGraph, identity: string): readonly string[] {
  return currentOrigins(graph, identity).flatMap((origin) => ("id" in origin ? [origin.id] : []));
}

function lineOf(graph: AccessGraph, identity: string): ReadonlySet<string> {
  const line = new Set([identity]);
  for (const member of line) for (const giver of givenBy(graph, member)) line.add(giver);
  return line;
}

/** An application acts for those who have had its credentials in their hands. */
function holdersOf(graph: AccessGraph, identity: string): ReadonlySet<string> {
  const holders = new Set<string>();
  const seen = new Set([identity]);
  for (const member of seen) {
    const credentials = (graph.get(member) ?? []).filter(({ kind }) => kind === "credential");
    if (credentials.length === 0 || credentials.some(({ origin }) => !("id" in origin))) holders.add(member);
    for (const { origin } of credentials) if ("id" in origin) seen.add(origin.id);
  }
  return holders;
}

function rootsOf(graph: AccessGraph, line: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...line].filter((member) => isRoot(currentOrigins(graph, member))));
}

function isRoot(origins: readonly AccessOrigin[]): boolean {
  return origins.some(({ type }) => type === "server" || type === "directory");
}

function isKnownLine(graph: AccessGraph, line: ReadonlySet<string>): boolean {
  return [...line].every((member) => {
    const origins = currentOrigins(graph, member);
    const isGiven = origins.some((origin) => "id" in origin && origin.id !== member);
    return origins.every(({ type }) => type !== "unknown") && (isGiven || isRoot(origins));
  });
}

/** A individual has few colleagues who confirm them; this bounds the search for the one that counts. */
const maxConfirmations = 5;

/** A confirmation holds until someone may have other credentials of the identity. */
function confirmationsOf(graph: AccessGraph, identity: string): readonly ReadonlySet<string>[] {
  const line = lineOf(graph, identity);
  const roots = rootsOf(graph, line);
  const valid = confirmationChanges(graph, identity).flatMap(({ origin }) => {
    if (origin.type === "server") return [new Set([identity])];
    return "id" in origin && mayConfirm(graph, origin.id, { identity, line, roots })
      ? [rootsOf(graph, lineOf(graph, origin.id))]
      : [];
  });
  return valid.slice(-maxConfirmations);
}

function confirmationChanges(graph: AccessGraph, identity: string): readonly AccessChange[] {
  const changes = currentChanges(graph, identity);
  const start = changes.findLastIndex(({ kind }) => kind === "reset" || kind === "reissued");
  return changes.slice(start + 1).filter(({ kind }) => kind === "confirmed");
}

/** The users who have confirmed this one. */
export function confirmers(graph: AccessGraph, identity: string): readonly string[] {
  return confirmationChanges(graph, identity).flatMap(({ origin }) => ("id" in origin ? [origin.id] : []));
}

interface Confirmed extends Pick<Origins, "line" | "roots"> {
  readonly identity: string;
}

/** Only a user of another root, who is in neither line. */
function mayConfirm(graph: AccessGraph, by: string, { identity, line, roots }: Confirmed): boolean {
  const own = lineOf(graph, by);
  return (
    isKnownLine(graph, own) && !line.has(by) && !own.has(identity) && areDisjoint(rootsOf(graph, own), roots)
  );
}

/** Whether this user may confirm that the identity is a separate individual. */
export function mayConfirmIndividual(graph: AccessGraph, by: string, identity: string): boolean {
  const line = lineOf(graph, identity);
  return mayConfirm(graph, by, { identity, line, roots: rootsOf(graph, line) });
}

export function areDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((member) => !other.has(member));
}
