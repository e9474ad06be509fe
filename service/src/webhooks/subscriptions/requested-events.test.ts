import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import { patternsOf } from "./event-pattern.ts";
import { readRequestedEvents } from "./requested-events.ts";

const word = fc.constantFrom("a", "b", "c", "held");
const type = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("."));
const types = fc.uniqueArray(type, { minLength: 1, maxLength: 8 });

test("what is taken matches at least one type; each entry once, in its order", () => {
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
      (known, wish) => {
        const read = readRequestedEvents(wish, known);
        const isKnown = (pattern: string) => known.some((each) => patternsOf(each).includes(pattern));
        if (isRefusal(read)) {
          const unknown = wish.flatMap((pattern, index) => (isKnown(pattern) ? [] : [`/events/${index}`]));
          expect(read.errors?.map(({ pointer }) => pointer)).toEqual(unknown);
          return;
        }
        expect(wish.every(isKnown)).toBe(true);
        expect(read).toEqual(wish.filter((pattern, index) => wish.indexOf(pattern) === index));
      },
    ),
  );
});

test("every type and every family of one can be asked for", () => {
  fc.assert(
    fc.property(types, (known) => {
      const all = [...new Set(known.flatMap(patternsOf))];
      expect(readRequestedEvents(all, known)).toEqual(all);
    }),
  );
});
