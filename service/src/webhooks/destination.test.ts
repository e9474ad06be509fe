import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRefusal } from "../kernel/refusal.ts";
import { type DestinationRules, isPublic, literalAddress, readDestination } from "./destination.ts";

const strict: DestinationRules = { allowHttp: false, allowPrivate: false };
const loose: DestinationRules = { allowHttp: true, allowPrivate: true };

function detailOf(text: string, rules = strict): string | undefined {
  const read = readDestination(text, rules);
  if (!isRefusal(read)) return undefined;
  expect(read).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/url" }] });
  return read.detail;
}

test.each([
  ["https://example.com", "https://example.com/"],
  ["https://example.com/hooks?x=1&y=%20", "https://example.com/hooks?x=1&y=%20"],
  ["HTTPS://Example.COM:443/A", "https://example.com/A"],
  ["https://example.com./x", "https://example.com/x"],
  ["https://example.com:1024/", "https://example.com:1024/"],
  ["https://example.com:65535/", "https://example.com:65535/"],
  ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://134744072/", "https://8.8.8.8/"],
  ["https://[2606:4700:4700:0::1111]/", "https://[2606:4700:4700::1111]/"],
  ["https://mylocal.example/", "https://mylocal.example/"],
  ["https://internal.example/", "https://internal.example/"],
])("%s is accepted as %s", (text, url) => {
  expect(readDestination(text, strict)).toBe(url);
});

describe("refused URLs", () => {
  test.each([
    ["http://example.com/", "url must start with https://"],
    ["ftp://example.com/", "url must start with https://"],
    ["https:example.com", "url must start with https://"],
    ["https:/example.com", "url must start with https://"],
    ["//example.com", "url must start with https://"],
    ["example.com", "url must start with https://"],
    ["", "url must start with https://"],
    ["javascript:alert(1)", "url must start with https://"],
    [" https://example.com/", "url must not contain spaces, control characters or backslashes"],
    ["https://exa\nmple.com/", "url must not contain spaces, control characters or backslashes"],
    ["https://example.com\\@10.0.0.1/", "url must not contain spaces, control characters or backslashes"],
    ["https://example.com/\u0000", "url must not contain spaces, control characters or backslashes"],
    ["https://example.com/#top", "url must not have a fragment"],
    ["https://example.com/#", "url must not have a fragment"],
    ["https://user:secret@example.com/", "url must not contain a username or password"],
    ["https://user@example.com/", "url must not contain a username or password"],
    ["https://:secret@example.com/", "url must not contain a username or password"],
    ["https://", "url is not a valid URL"],
    ["https:///", "url is not a valid URL"],
    ["https:///example.com/", "url is not a valid URL"],
    ["https:////example.com/", "url is not a valid URL"],
    ["https://1.2.3.4.5/", "url is not a valid URL"],
    ["https://example.com:65536/", "url is not a valid URL"],
    ["https://[fe80::1%25eth0]/", "url is not a valid URL"],
    ["https://./", "url must have a valid hostname"],
    ["https://example.com../", "url must have a valid hostname"],
    ["https://a..example.com/", "url must have a valid hostname"],
    [`https://${"a".repeat(64)}.example/`, "url must have a valid hostname"],
    [`https://${"ü".repeat(63)}.example/`, "url must have a valid hostname"],
    [`https://${"a.".repeat(124)}aa.com/`, "url must have a valid hostname"],
    ["https://example.com:80/", "url must use port 443 or a port from 1024 to 65535"],
    ["https://example.com:22/", "url must use port 443 or a port from 1024 to 65535"],
    ["https://example.com:1023/", "url must use port 443 or a port from 1024 to 65535"],
    ["https://example.com:0/", "url must use port 443 or a port from 1024 to 65535"],
    [`https://example.com/${"x".repeat(2029)}`, "url must have at most 2048 characters"],
    [`https://example.com/${"é".repeat(1000)}`, "url must have at most 2048 characters when URL-encoded"],
  ])("%j", (text, detail) => {
    expect(detailOf(text)).toBe(detail);
  });

  test.each([
    "localhost",
    "LOCALHOST.",
    "api.localhost",
    "printer.local",
    "db.internal",
    "metadata.google.internal",
    "router.home.arpa",
    "box.localdomain",
    "intranet",
  ])("%s, which is not a public hostname", (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    expect(detailOf(`https://${host}/`)).toBe(
      `url must not point to ${name}, which is not a public hostname`,
    );
  });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1.", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["017700000001", "127.0.0.1"],
    ["0177.0.0.01", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["127.0.1", "127.0.0.1"],
    ["%31%32%37.0.0.1", "127.0.0.1"],
    ["①②⑦.⓪.⓪.①", "127.0.0.1"],
    ["127。0。0。1", "127.0.0.1"],
    ["0", "0.0.0.0"],
    ["10.1", "10.0.0.1"],
    ["192.168.257", "192.168.1.1"],
    ["2852039166", "169.254.169.254"],
    ["0xa9.0xfe.0xa9.0xfe", "169.254.169.254"],
    ["[::1]", "::1"],
    ["[0:0:0:0:0:0:0:1]", "::1"],
    ["[::ffff:127.0.0.1]", "::ffff:7f00:1"],
    ["[::127.0.0.1]", "::7f00:1"],
    ["[64:ff9b::10.0.0.1]", "64:ff9b::a00:1"],
    ["[2002:7f00:1::]", "2002:7f00:1::"],
    ["[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["[fd00:ec2::254]", "fd00:ec2::254"],
    ["[fe80::1]", "fe80::1"],
  ])("%s, a spelling of %s", (host, address) => {
    expect(detailOf(`https://${host}/`)).toBe(
      `url must not point to ${address}, which is not a public address`,
    );
  });
});

test("with the development settings, http, port 80 and private hosts are accepted, but no other refused URL", () => {
  expect(readDestination("http://localhost/x", loose)).toBe("http://localhost/x");
  expect(readDestination("http://127.1:8080", loose)).toBe("http://127.0.0.1:8080/");
  expect(readDestination("https://[::1]:8443/", loose)).toBe("https://[::1]:8443/");
  expect(readDestination("http://receiver:3000/", loose)).toBe("http://receiver:3000/");
  expect(detailOf("http://localhost:22/", loose)).toContain("must use port");
  expect(detailOf("http://u:p@localhost/", loose)).toContain("username");
  expect(detailOf("ftp://localhost/", loose)).toBe("url must start with https:// or http://");
  expect(detailOf("http://localhost/", { allowHttp: true, allowPrivate: false })).toContain(
    "not a public hostname",
  );
  expect(detailOf("http://example.com/", { allowHttp: false, allowPrivate: true })).toBe(
    "url must start with https://",
  );
});

test("the longest hostnames are accepted", () => {
  const longestName = `${"a.".repeat(124)}a.com`;
  expect(longestName).toHaveLength(253);
  for (const host of [longestName, `${longestName}.`, `${"a".repeat(63)}.example`])
    expect(readDestination(`https://${host}/`, strict)).toBe(`https://${host.replace(/\.$/, "")}/`);
});

test("the longest URL is accepted", () => {
  const longest = `https://example.com/${"x".repeat(2028)}`;
  expect(longest).toHaveLength(2048);
  expect(readDestination(longest, strict)).toBe(longest);
});

test("an accepted URL meets all rules and normalizes to itself", () => {
  const text = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webUrl({
      validSchemes: ["https"],
      authoritySettings: {
        withIPv4: true,
        withIPv4Extended: true,
        withIPv6: true,
        withPort: true,
        withUserInfo: true,
      },
    }),
    fc.string().map((rest) => `https://${rest}`),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = readDestination(given, strict);
      if (isRefusal(read)) return;
      const url = new URL(read);
      const address = literalAddress(url.hostname);
      expect(url).toMatchObject({ protocol: "https:", username: "", password: "", hash: "" });
      expect(url.port === "" || Number(url.port) >= 1024).toBe(true);
      expect(address === undefined || isPublic(address)).toBe(true);
      expect(read.length).toBeLessThanOrEqual(2048);
      expect(readDestination(read, strict)).toBe(read);
    }),
    { numRuns: 500 },
  );
});
