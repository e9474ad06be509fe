import { expect, test } from "vitest";
import { changeWords, durationWords, seriesWords, valueWords } from "./chart-words.ts";

test("a value keeps its digits and has its unit", () => {
  expect(valueWords("1234567.000001", "USD")).toBe("1,234,567.000001 USD");
  expect(valueWords("99.5", "percent")).toBe("99.5 %");
  expect(valueWords(null, "percent")).toBe("–");
  expect(valueWords("12000", "count")).toBe("12,000");
});

test("a duration is in the largest unit that it fills", () => {
  expect([12, 1_500, 90_000, 7_200_000, 86_400_000].map(durationWords)).toEqual([
    "12 ms",
    "1.5 s",
    "1.5 min",
    "2 h",
    "1 d",
  ]);
});

test("a change is relative to the period before, if that had anything", () => {
  const change = (total: string | null, previous_total: string | null) =>
    changeWords({ name: "", label: null, unit: "USD", values: [], previous: [], total, previous_total });
  expect(change("150.00", "100.00")).toBe("+50 %");
  expect(change("50", "100")).toBe("−50 %");
  expect(change("50", "0")).toBeUndefined();
  expect(change(null, "1")).toBeUndefined();
});

test("codes keep their letters, names become words", () => {
  expect(["R01", "4xx", "p95", "success_rate"].map((name) => seriesWords({ name, label: null }))).toEqual([
    "R01",
    "4xx",
    "p95",
    "Success rate",
  ]);
  expect(seriesWords({ name: "01J", label: "Backend" })).toBe("Backend");
});
