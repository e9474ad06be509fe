import { expect, test } from "vitest";
import { isoProfileNames, isoProfiles, referenceOf } from "./iso-profile.ts";

const names = {
  sender: { fedwireSource: "FLRNTST1", rtpParticipant: "091000019T1", routingNumber: "091000019" },
  days: { settlement: "2026-11-17", creation: "2026-11-16" },
  number: 1_000_042n,
};

test("every profile has its own name", () => {
  expect(isoProfileNames.map((name) => isoProfiles[name].name)).toEqual(isoProfileNames);
});

test.each([
  ["fedwire", "20261117FLRNTST1000042", /^[0-9]{8}[A-Z0-9]{8}[0-9]{6}$/],
  ["rtp", "M20261116091000019T1000000001000042", /^M[0-9]{8}[A-Z0-9]{11}[0-9]{15}$/],
  ["fednow", "20261116091000019000000000001000042", /^[0-9]{8}[0-9]{9}[A-Za-z0-9]{1,18}$/],
] as const)("a message id of %s is %s", (name, id, form) => {
  const { messageId = expect.unreachable() } = isoProfiles[name];
  expect(referenceOf(messageId, names)).toBe(id);
  expect(id).toMatch(form);
});

test("no reference is longer than 35 characters", () => {
  const forms = isoProfileNames
    .map((name) => isoProfiles[name])
    .flatMap(({ messageId, instructionId, header }) => [messageId, instructionId, header.id])
    .filter((form) => form !== undefined);
  expect(forms).toHaveLength(5);
  for (const form of forms) expect(referenceOf(form, names).length).toBeLessThanOrEqual(35);
});
