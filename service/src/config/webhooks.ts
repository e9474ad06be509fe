import { X509Certificate } from "node:crypto";
import { count, onOff, optional, satisfying, type ValuesOf, withDefault } from "./setting.ts";

/** Which destinations webhooks may be sent to, through which proxy, and how many at once. */
export interface WebhookSettings {
  readonly allowHttp: boolean;
  readonly allowPrivate: boolean;
  /** PEM, trusted in addition to the default root certificates. */
  readonly extraCa: string | undefined;
  readonly proxyUrl: string | undefined;
  /** Concurrent requests of this node, in total and per endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  readonly historyMs: number;
}

const msPerDay = 86_400_000;

/** May contain a password, so problems never repeat the value. */
const proxyUrl = satisfying(
  isProxyUrl,
  "must look like http://proxy.example.com:3128, with nothing after the port",
);

export const webhookVariables = {
  WEBHOOK_ALLOW_HTTP: withDefault(onOff, false),
  WEBHOOK_ALLOW_PRIVATE: optional(onOff),
  WEBHOOK_EXTRA_CA: optional(
    satisfying(areCertificates, "must be PEM certificates, including their BEGIN and END lines"),
  ),
  WEBHOOK_PROXY_URL: optional(proxyUrl),
  WEBHOOK_CONCURRENCY: count(1, 10_000, 512),
  WEBHOOK_ENDPOINT_CONCURRENCY: count(1, 256, 32),
  WEBHOOK_HISTORY_DAYS: count(1, 3_650, 90),
};

type WebhookValues = ValuesOf<typeof webhookVariables>;

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

/** Settings that are useful for development and would allow SSRF or plaintext events in production. */
export function webhookProblems({ allowHttp, allowPrivate }: WebhookSettings): readonly string[] {
  const problems: string[] = [];
  if (allowHttp) problems.push("WEBHOOK_ALLOW_HTTP is on; events would be sent unencrypted");
  if (allowPrivate) {
    problems.push(
      "WEBHOOK_ALLOW_PRIVATE is on; clients could make the service send requests into your private network",
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

export function areCertificates(text: string): boolean {
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
