import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { count, onOff } from "./setting-kinds.ts";

/** Where webhooks may be sent to, by which way, and how many at once. */
export interface WebhookSettings {
  readonly allowHttp: boolean;
  readonly allowPrivate: boolean;
  /** PEM, trusted beside the usual roots. */
  readonly extraCa: string | undefined;
  readonly proxyUrl: string | undefined;
  /** Posts under way on this node, all in all and to one endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  readonly historyMs: number;
}

const msPerDay = 86_400_000;

/** It may hold a password, so what is said about it never repeats it. */
const proxyUrl = z
  .string()
  .refine(isProxyUrl, { error: "must look like http://proxy.example.com:3128, with nothing after the port" })
  .optional();

export const webhookVariables = {
  WEBHOOK_ALLOW_HTTP: onOff.default(false),
  WEBHOOK_ALLOW_PRIVATE: onOff.optional(),
  WEBHOOK_EXTRA_CA: z
    .string()
    .refine(areCertificates, { error: "must be certificates in PEM, with their first and last lines" })
    .optional(),
  WEBHOOK_PROXY_URL: proxyUrl,
  WEBHOOK_CONCURRENCY: count(1, 10_000, 512),
  WEBHOOK_ENDPOINT_CONCURRENCY: count(1, 256, 32),
  WEBHOOK_HISTORY_DAYS: count(1, 3_650, 90),
};

type WebhookValues = Readonly<z.output<z.ZodObject<typeof webhookVariables>>>;

export function webhookSettingsOf(values: WebhookValues, profile: "local" | "production"): WebhookSettings {
  return {
    allowHttp: values.WEBHOOK_ALLOW_HTTP,
    allowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? profile === "local",
    extraCa: values.WEBHOOK_EXTRA_CA,
    proxyUrl: values.WEBHOOK_PROXY_URL,
    concurrency: values.WEBHOOK_CONCURRENCY,
    endpointConcurrency: values.WEBHOOK_ENDPOINT_CONCURRENCY,
    historyMs: values.WEBHOOK_HISTORY_DAYS * msPerDay,
  };
}

/** What is handy on a laptop, and in production would let a client send us into our own network. */
export function webhookProblems({ allowHttp, allowPrivate }: WebhookSettings): readonly string[] {
  const problems: string[] = [];
  if (allowHttp) problems.push("WEBHOOK_ALLOW_HTTP is on; events would travel for everybody to read");
  if (allowPrivate) {
    problems.push(
      "WEBHOOK_ALLOW_PRIVATE is on; clients could make the service knock on doors of your network",
    );
  }
  return problems;
}

function isProxyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  const isWeb = protocol === "http:" || protocol === "https:";
  return isWeb && pathname === "/" && search === "" && hash === "";
}

function areCertificates(text: string): boolean {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.length > 0 && found.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
