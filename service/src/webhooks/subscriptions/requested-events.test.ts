import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import { readRequestedEvents } from "./requested-events.ts";
import { patternsOf } from "./subscription.ts";

const word = fc.constantFrom("a", "b", "c", "held");
const type = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("."));
const types = fc.uniqueArray(type, { minLength: 1, maxLength: 8 });

test("accepted patterns match at least one type; each is kept once, in its order", () => {
  fc.assert(
    fc.property(
      types,
      fc.array(
        fc.oneof(
          type,
          type.map((each) => `${each}.*`),
          word,
        ),
        { minLength: 1 },
      ),
      (known, input) => {
        const read = readRequestedEvents(input, known);
        const isKnown = (pattern: string) => known.some((each) => patternsOf(each).includes(pattern));
        if (isRefusal(read)) {
          const unknown = input.flatMap((pattern, index) => (isKnown(pattern) ? [] : [`/events/${index}`]));
          expect(read.errors?.map(({ pointer }) => pointer)).toEqual(unknown);
          return;
        }
        expect(input.every(isKnown)).toBe(true);
        expect(read).toEqual(input.filter((pattern, index) => input.indexOf(pattern) === index));
      },
    ),
  );
});

test("every type and every wildcard of a type is accepted", () => {
  fc.assert(
    fc.property(types, (known) => {
      const all = [...new Set(known.flatMap(patternsOf))];
      expect(readRequestedEvents(all, known)).toEqual(all);
    }),
  );
});
