import { expect, test } from "vitest";
import { objectOfEvent, objectPage } from "./object-page.ts";

test("objects are linked if they have a page that the user may open", () => {
  expect(objectPage({ type: "transfer", id: "t" }, () => true)).toEqual(["transfers", "t"]);
  expect(
    objectPage({ type: "transfer", id: "t" }, (permission) => permission !== "transfers:read"),
  ).toBeUndefined();
  expect(objectPage({ type: "approval", id: "a" }, () => true)).toEqual(["approvals", "a"]);
  expect(objectPage({ type: "webhook", id: "w" }, () => true)).toBeUndefined();
});

test("an event is about the object in its data", () => {
  expect(objectOfEvent("transfer.completed", { id: "t" })).toEqual({ type: "transfer", id: "t" });
  expect(objectOfEvent("token.created", { id: "x" })).toBeUndefined();
  expect(objectOfEvent("transfer.completed", null)).toBeUndefined();
});
