import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOrganisation } from "../../test/organisation.ts";
import { instantFromMs } from "../kernel/instant.ts";
import type { AccessChange } from "./access-change.ts";
import { findDependence } from "./individuals.ts";

const anyGroup = anyOrganisation.chain((organisation) =>
  fc.record({
    organisation: fc.constant(organisation),
    identities: fc.shuffledSubarray(organisation.identities.map(({ id }) => id)),
  }),
);

test("identities count as no more individuals than it takes to act as all of them", () => {
  const sizes = new Map<number, number>();
  fc.assert(
    fc.property(anyGroup, ({ organisation: { graph, fewestIndividuals }, identities }) => {
      const counted: string[] = [];
      for (const identity of identities)
        if (findDependence(graph, counted, identity) === undefined) counted.push(identity);
      sizes.set(counted.length, (sizes.get(counted.length) ?? 0) + 1);
      if (counted.length > 0) expect(fewestIndividuals(counted)).toBe(counted.length);
    }),
    { numRuns: 5_000 },
  );
  for (const size of [2, 3, 4]) expect(sizes.get(size)).toBeGreaterThan(10);
});

test("of any two, the order makes no difference", () => {
  fc.assert(
    fc.property(anyGroup, ({ organisation: { graph }, identities: [one, other] }) => {
      if (one === undefined || other === undefined) return;
      expect(findDependence(graph, [one], other)).toBe(findDependence(graph, [other], one));
    }),
  );
});

type Step = readonly [identity: string, kind: AccessChange["kind"], by: string];

/** Changes in their order, each by the server or by a user. */
function graphOf(...steps: readonly Step[]) {
  const graph = new Map<string, AccessChange[]>();
  for (const [index, [identity, kind, by]] of steps.entries()) {
    const origin = by === "server" ? ({ type: by } as const) : ({ type: "user", id: by } as const);
    const changes = graph.get(identity) ?? [];
    graph.set(identity, [...changes, { kind, origin, at: instantFromMs(index) }]);
  }
  return graph;
}

test("a new origin of a user is none of what they gave before, when another user may have acted as them", () => {
  const graph = graphOf(
    ["ada", "invited", "server"],
    ["twin", "invited", "ada"],
    ["third", "invited", "twin"],
    ["robot", "credential", "twin"],
    ["twin", "reissued", "server"],
    ["later", "invited", "twin"],
  );
  const between = (one: string, other: string) => findDependence(graph, [one], other);
  for (const given of ["third", "robot"])
    expect([between("ada", given), between("twin", given)]).toEqual(["given", "given"]);
  expect([between("ada", "twin"), between("ada", "later")]).toEqual([undefined, undefined]);
});

test("a confirmation of a user says nothing about an application from before their credentials were replaced", () => {
  const graph = graphOf(
    ["ada", "invited", "server"],
    ["bob", "invited", "server"],
    ["one", "invited", "ada"],
    ["other", "invited", "ada"],
    ["robot", "credential", "one"],
    ["one", "reset", "server"],
    ["one", "confirmed", "bob"],
    ["newer", "credential", "one"],
  );
  const beside = ["one", "robot", "newer"].map((identity) => findDependence(graph, ["other"], identity));
  expect(beside).toEqual([undefined, "same_origin", undefined]);
});

test.each(["invited", "role", "reset"] as const)("a confirmation ends with the next change: %s", (kind) => {
  const confirmed: readonly Step[] = [
    ["ada", "invited", "server"],
    ["bob", "invited", "server"],
    ["one", "invited", "ada"],
    ["other", "invited", "ada"],
    ["one", "confirmed", "bob"],
  ];
  expect(findDependence(graphOf(...confirmed), ["other"], "one")).toBeUndefined();
  const graph = graphOf(...confirmed, ["one", kind, "ada"]);
  expect(findDependence(graph, ["other"], "one")).toBe("same_origin");
});
