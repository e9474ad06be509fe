import { expect, test } from "vitest";
import { assigneeOptions, dueField, enteredDue, inView, mentionsIn, type WorkItem } from "./work.ts";

const item: WorkItem = {
  kind: "suspense",
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  tenant_id: null,
  network: "testnet",
  title: "unmatched",
  amount: { value: "75.00", currency: "USD" },
  since: "2026-11-16T10:00:00.000Z",
  assignee: { id: "ada", name: "Ada" },
  due_at: "2026-11-18T10:00:00.000Z",
  notes: 0,
  path: "/ops/suspense/01JD7Q2M8W3T5V6X9YZABCDEFG",
};
const noon = Date.parse("2026-11-18T12:00:00.000Z");

test("an item is in the views of its assignee and its due time", () => {
  const views = (given: Partial<WorkItem>, user = "ada") =>
    (["all", "mine", "unassigned", "overdue"] as const).filter((view) =>
      inView({ ...item, ...given }, view, user, noon),
    );
  expect(views({})).toEqual(["all", "mine", "overdue"]);
  expect(views({}, "bert")).toEqual(["all", "overdue"]);
  expect(views({ assignee: null, due_at: null })).toEqual(["all", "unassigned"]);
});

test("an assignee who is no operator any more is shown, and each operator once", () => {
  const operators = [{ id: "a", name: "Ada" }];
  const options = (assignee: { id: string; name: string | null } | null) =>
    assigneeOptions(assignee, operators).map(({ value, label }) => `${value} ${label}`);
  expect(options(null)).toEqual([" Not assigned", "a Ada"]);
  expect(options({ id: "a", name: "Ada" })).toEqual([" Not assigned", "a Ada"]);
  expect(options({ id: "b", name: "Bert" })).toEqual([" Not assigned", "a Ada", "b Bert"]);
});

test("a note mentions operators by name", () => {
  const operators = [
    { id: "a", name: "Ada Lovelace" },
    { id: "b", name: "Bert" },
  ];
  expect(mentionsIn("@Ada Lovelace please look; Bert knows.", operators)).toEqual(["a"]);
});

test("a due time is sent when it is complete and has changed", () => {
  const before = "2026-11-18T10:00:30.000Z";
  const field = (value: string, badInput = false) => ({ value, validity: { badInput } });
  const [unchanged, later] = [dueField(before), dueField("2026-11-20T08:15:00.000Z")];
  expect(enteredDue(field(unchanged), before)).toBeUndefined();
  expect(enteredDue(field("", true), before)).toBeUndefined();
  expect(enteredDue(field(""), null)).toBeUndefined();
  expect(enteredDue(field(""), before)).toBeNull();
  expect(enteredDue(field(later), before)).toBe("2026-11-20T08:15:00.000Z");
});
