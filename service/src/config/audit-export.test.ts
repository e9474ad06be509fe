import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../config.ts";

test.each([
  ["file:///var/log/florin/audit.jsonl", { transport: "file", path: "/var/log/florin/audit.jsonl" }],
  ["syslog+unix:///run/syslog%20ng.sock", { transport: "unix", path: "/run/syslog ng.sock" }],
  ["syslog+tls://siem.example.com", { transport: "tls", host: "siem.example.com", port: 6514 }],
  ["syslog+tcp://[::1]:5140", { transport: "tcp", host: "::1", port: 5140 }],
])("%s is a destination of the audit log", (text, destination) => {
  expect(readConfig({ AUDIT_EXPORT_URL: text }).auditExport).toEqual({
    destination,
    format: "json",
    ca: undefined,
  });
});

test("the audit log is not exported by default", () => {
  expect(readConfig({}).auditExport.destination).toBeUndefined();
});

test.each([
  "siem.example.com",
  "syslog+udp://host",
  "syslog+tls://user@host",
  "syslog+tcp://host/path",
  "syslog+unix://",
  "file://host/x",
  "file:///",
  "https://siem.example.com",
])("%s is not", (text) => {
  expect(() => readConfig({ AUDIT_EXPORT_URL: text })).toThrow("AUDIT_EXPORT_URL must look like file:///");
});

test("production sends it over a network only encrypted", () => {
  const problemsOf = (url: string): readonly string[] => {
    try {
      readConfig({ FLORIN_PROFILE: "production", AUDIT_EXPORT_URL: url });
    } catch (error) {
      if (error instanceof ConfigError)
        return error.problems.filter((problem) => problem.startsWith("AUDIT"));
    }
    return [];
  };
  expect(problemsOf("syslog+tcp://siem.example.com:601")).toEqual([
    "AUDIT_EXPORT_URL sends the audit log unencrypted; use syslog+tls, or a receiver on this machine",
  ]);
  for (const url of [
    "syslog+tcp://127.0.0.1:601",
    "syslog+tcp://localhost",
    "syslog+tls://siem.example.com",
  ]) {
    expect(problemsOf(url)).toEqual([]);
  }
});
