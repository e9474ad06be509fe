import { fastifyCookie } from "@fastify/cookie";

/** Name and attributes of the console's cookie: behind TLS, no other host, path or script can plant or read one. */
export interface SessionCookie {
  read(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined;
  /** The value of `Set-Cookie`. It lasts for the browser session; the server-side session ends earlier. */
  write(token: string): string;
  clear(): string;
}

export function createSessionCookie(baseUrl: string): SessionCookie {
  return createCookie(baseUrl, "florin-session");
}

const visitSeconds = 10 * 60;

/** Binds a visit to the identity provider to this browser. */
export function createVisitCookie(baseUrl: string): SessionCookie {
  return createCookie(baseUrl, "florin-sso", { maxAge: visitSeconds });
}

function createCookie(baseUrl: string, bareName: string, extra: { readonly maxAge?: number } = {}) {
  const isSecure = new URL(baseUrl).protocol === "https:";
  const name = isSecure ? `__Host-${bareName}` : bareName;
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure, ...extra } as const;
  return {
    read: ({ cookie }: Readonly<Record<string, string | string[] | undefined>>) =>
      typeof cookie === "string" ? fastifyCookie.parse(cookie)[name] : undefined,
    write: (token: string) => fastifyCookie.serialize(name, token, options),
    clear: () => fastifyCookie.serialize(name, "", { ...options, maxAge: 0 }),
  };
}
