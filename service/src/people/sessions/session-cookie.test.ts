import { expect, test } from "vitest";
import { createSessionCookie } from "./session-cookie.ts";

test("behind TLS the cookie is the host's alone, for TLS alone, and no script's", () => {
  const cookie = createSessionCookie("https://florin.example.com");
  const kept = "Path=/; HttpOnly; Secure; SameSite=Strict";
  expect(cookie.write("token")).toBe(`__Host-florin-session=token; ${kept}`);
  expect(cookie.clear()).toBe(`__Host-florin-session=; Max-Age=0; ${kept}`);
  // Whatever else a host beside it may have planted is not read.
  expect(cookie.read({ cookie: "florin-session=planted" })).toBeUndefined();
  expect(cookie.read({ cookie: "florin-session=planted; __Host-florin-session=token" })).toBe("token");
});

test("without TLS it is no script's either, and no other site's", () => {
  const cookie = createSessionCookie("http://127.0.0.1:8080");
  expect(cookie.write("token")).toBe("florin-session=token; Path=/; HttpOnly; SameSite=Strict");
});
