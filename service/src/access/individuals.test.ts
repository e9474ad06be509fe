import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOrganisation } from "../../test/organisation.ts";
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
