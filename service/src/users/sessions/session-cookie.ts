import { fastifyCookie } from "@fastify/cookie";

/** Name and attributes of the console's cookie: behind TLS, no other host, path or script can plant or read one. */
export interface SessionCookie {
  read(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined;
  /** The value of `Set-Cookie`. It lasts for the browser session; the server-side session ends earlier. */
  write(token: string): string;
  clear(): string;
}

export function createSessionCookie(baseUrl: string): SessionCookie {
  const isSecure = new URL(baseUrl).protocol === "https:";
  const name = isSecure ? "__Host-florin-session" : "florin-session";
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  return {
    read: ({ cookie }) => (typeof cookie === "string" ? fastifyCookie.parse(cookie)[name] : undefined),
    write: (token) => fastifyCookie.serialize(name, token, options),
    clear: () => fastifyCookie.serialize(name, "", { ...options, maxAge: 0 }),
  };
}
