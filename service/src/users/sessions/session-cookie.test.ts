import { expect, test } from "vitest";
import { createSessionCookie } from "./session-cookie.ts";

test("behind TLS the cookie is host-only, secure and hidden from scripts", () => {
  const cookie = createSessionCookie("https://florin.example.com");
  const kept = "Path=/; HttpOnly; Secure; SameSite=Strict";
  expect(cookie.write("token")).toBe(`__Host-florin-session=token; ${kept}`);
  expect(cookie.clear()).toBe(`__Host-florin-session=; Max-Age=0; ${kept}`);
  // A cookie planted by another host is ignored.
  expect(cookie.read({ cookie: "florin-session=planted" })).toBeUndefined();
  expect(cookie.read({ cookie: "florin-session=planted; __Host-florin-session=token" })).toBe("token");
});

test("without TLS it is still HttpOnly and SameSite=Strict", () => {
  const cookie = createSessionCookie("http://127.0.0.1:8080");
  expect(cookie.write("token")).toBe("florin-session=token; Path=/; HttpOnly; SameSite=Strict");
});
