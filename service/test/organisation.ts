import fc from "fast-check";
import type { AccessChange, AccessOrigin } from "../src/access/access-change.ts";
import type { AccessGraph } from "../src/access/index.ts";
import { type Instant, instantFromMs } from "../src/kernel/instant.ts";

/* Random organisations: invitations, resets, roles, applications, rotations and confirmations, in any order. */

export interface Member {
  readonly type: "user" | "application";
  readonly id: string;
}

export interface Organisation {
  readonly identities: readonly Member[];
  readonly graph: AccessGraph;
  /**
   * How many colluding individuals it takes to act as all of these: of each, those who gave or renewed its access may have its
   * credentials, unless someone who does not collude has confirmed that it is a separate individual. What an identity gave
   * stays in the hands of those who had it then, also once its own credentials are replaced.
   */
  fewestIndividuals(participants: readonly string[]): number;
}

type Step =
  | { readonly type: "join"; readonly from: "server" | "directory" | "unknown" | number }
  | { readonly type: "application"; readonly from: "server" | number }
  | { readonly type: "widen" | "reset" | "confirm"; readonly of: number; readonly by: number | "server" }
  | { readonly type: "reissue"; readonly of: number };

/** Few, so that all groups of individuals can be tried, and often one is confirmed and reset. */
const maxIdentities = 6;

const anyIndex = fc.nat(maxIdentities - 1);
const anyAuthor = fc.oneof(
  { weight: 5, arbitrary: anyIndex },
  { weight: 1, arbitrary: fc.constant("server" as const) },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("join" as const),
      from: fc.oneof(anyIndex, fc.constantFrom("server" as const, "directory" as const, "unknown" as const)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("application" as const), from: anyAuthor }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("widen" as const, "reset" as const, "confirm" as const, "confirm" as const),
      of: anyIndex,
      by: anyAuthor,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reissue" as const), of: anyIndex }) },
);

export const anyOrganisation: fc.Arbitrary<Organisation> = fc
  .array(anyStep, { minLength: 4, maxLength: 14 })
  .map((steps) => build([{ type: "join", from: "server" }, { type: "join", from: "directory" }, ...steps]));

interface Controlled {
  /** Who may have its credentials. */
  controllers: Set<string>;
  isUnknown: boolean;
  confirmedBy: Set<string>;
}

interface Known extends Controlled {
  readonly member: Member;
  readonly changes: AccessChange[];
}

/** A user with the credentials that were replaced since. */
interface Former extends Controlled {
  readonly id: string;
  readonly of: string;
}

interface State {
  readonly known: Known[];
  readonly former: Former[];
}

function build(steps: readonly Step[]): Organisation {
  const state: State = { known: [], former: [] };
  for (const [index, step] of steps.entries()) apply(state, step, instantFromMs(index));
  const { known } = state;
  return {
    identities: known.map(({ member }) => member),
    graph: new Map(known.map(({ member, changes }) => [member.id, changes])),
    fewestIndividuals: (participants) => fewest(state, participants),
  };
}

const server = "server";

function apply(state: State, step: Step, at: Instant): void {
  const { known } = state;
  if (step.type === "join" || step.type === "application") {
    if (known.length < maxIdentities) known.push(create(known, step, at));
    return;
  }
  const target = known[step.of % known.length];
  if (target === undefined || (target.member.type === "application" && step.type !== "reset")) return;
  const author =
    step.type === "reissue" || step.by === server ? undefined : known[step.by % known.length]?.member;
  const origin: AccessOrigin = author ?? { type: "server" };
  const note = (kind: AccessChange["kind"]) => target.changes.push({ kind, origin, at });
  switch (step.type) {
    case "widen":
      if (author !== undefined) target.controllers.add(author.id);
      note("role");
      return;
    case "reset":
      if (target.member.type === "user") replaceCredentials(state, target);
      if (author !== undefined) target.controllers.add(author.id);
      target.confirmedBy = new Set();
      note(target.member.type === "application" ? "credential" : "reset");
      return;
    case "confirm":
      if (author?.type !== "application") {
        target.confirmedBy.add(author?.id ?? server);
        note("confirmed");
      }
      return;
    case "reissue":
      replaceCredentials(state, target);
      target.controllers = new Set();
      target.confirmedBy = new Set();
      target.isUnknown = false;
      note("reissued");
      return;
  }
}

/** What the user gave and confirmed so far is of the user as they were. */
function replaceCredentials({ known, former }: State, { member, ...controlled }: Known): void {
  const { controllers, isUnknown, confirmedBy } = controlled;
  const id = `${member.id} before ${former.length}`;
  for (const each of [...known, ...former])
    for (const members of [each.controllers, each.confirmedBy])
      if (members.delete(member.id)) members.add(id);
  const copies = { controllers: new Set(controllers), confirmedBy: new Set(confirmedBy) };
  former.push({ id, of: member.id, isUnknown, ...copies });
}

function create(
  known: readonly Known[],
  { type, from }: Extract<Step, { readonly from: unknown }>,
  at: Instant,
): Known {
  const member: Member = { type: type === "join" ? "user" : "application", id: `${type}-${known.length}` };
  const author = typeof from === "number" ? known[from % known.length]?.member : undefined;
  const origin: AccessOrigin = author ?? { type: typeof from === "string" ? from : "server" };
  return {
    member,
    changes: [{ kind: type === "join" ? "invited" : "credential", origin, at }],
    controllers: new Set(author === undefined ? [] : [author.id]),
    isUnknown: from === "unknown",
    confirmedBy: new Set(),
  };
}

function fewest(state: State, participants: readonly string[]): number {
  const individuals = state.known.map(({ member }) => member.id);
  const all = [...state.known.map((each) => ({ ...each, id: each.member.id })), ...state.former];
  let least = individuals.length;
  for (let bits = 1; bits < 2 ** individuals.length; bits += 1) {
    const group = individuals.filter((_, index) => (bits & (2 ** index)) !== 0);
    if (group.length >= least) continue;
    const ofGroup = state.former.filter((each) => group.includes(each.of)).map(({ id }) => id);
    const controlled = controlledBy(all, [...group, ...ofGroup]);
    if (participants.every((id) => controlled.has(id))) least = group.length;
  }
  return least;
}

function controlledBy(
  all: readonly (Controlled & { readonly id: string })[],
  group: readonly string[],
): ReadonlySet<string> {
  const controlled = new Set(group);
  for (let before = -1; before < controlled.size; ) {
    before = controlled.size;
    for (const { id, controllers, isUnknown, confirmedBy } of all) {
      const isConfirmed = [...confirmedBy].some((by) => !controlled.has(by));
      const isOpen = isUnknown || [...controllers].some((by) => controlled.has(by));
      if (isOpen && !isConfirmed) controlled.add(id);
    }
  }
  return controlled;
}
