import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChainMemo, checkMemo } from "./chain-memo.ts";

const text = (value: string): ChainMemo => ({ type: "text", value });
const maxUint64 = "18446744073709551615";

describe("stellar", () => {
  const check = (memo: ChainMemo) => checkMemo(memo, "stellar");

  test.each([
    text("a".repeat(28)),
    text("é".repeat(14)),
    text("inner  spaces"),
    { type: "id", value: "0" },
    { type: "id", value: maxUint64 },
    { type: "hash", value: "0a".repeat(32) },
  ] as const)("$type $value is taken as it is", (memo) => {
    expect(check(memo)).toEqual({ ok: true, memo });
  });

  test.each([
    text(""),
    text("a".repeat(29)),
    text("é".repeat(15)),
    text(" a"),
    text("a\u00a0"),
    text("a\nb"),
    text("a\u0000b"),
    text("\ud800"),
    { type: "id", value: "" },
    { type: "id", value: "-1" },
    { type: "id", value: "01" },
    { type: "id", value: "1.0" },
    { type: "id", value: "0x1" },
    { type: "id", value: "18446744073709551616" },
    { type: "id", value: "1".repeat(128) },
    { type: "hash", value: "0a".repeat(31) },
    { type: "hash", value: "0g".repeat(32) },
    { type: "hash", value: `0x${"0a".repeat(32)}` },
  ] as const)("$type $value is refused", (memo) => {
    expect(check(memo)).toMatchObject({ ok: false, field: "/value" });
  });

  test("a hash is lower case in its canonical form", () => {
    expect(check({ type: "hash", value: "AB".repeat(32) })).toMatchObject({
      memo: { value: "ab".repeat(32) },
    });
  });
});

test("solana takes a text of up to 128 bytes, and nothing else", () => {
  expect(checkMemo(text("a".repeat(128)), "solana")).toMatchObject({ ok: true });
  expect(checkMemo(text("é".repeat(65)), "solana")).toMatchObject({ ok: false, field: "/value" });
  expect(checkMemo({ type: "id", value: "1" }, "solana")).toMatchObject({ ok: false, field: "/type" });
});

test("an EVM chain takes no memo", () => {
  expect(checkMemo(text("1"), "evm")).toMatchObject({ ok: false, field: "" });
});

test("a text is refused or taken unchanged, within its bytes, on one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (value) => {
      const outcome = checkMemo(text(value), "stellar");
      if (!outcome.ok) return true;
      const bytes = Buffer.from(outcome.memo.value, "utf8");
      const isUnchanged = outcome.memo.value === value && bytes.toString("utf8") === value;
      return isUnchanged && bytes.length <= 28 && /^[^\p{Cc}]+$/u.test(value);
    }),
  );
});
