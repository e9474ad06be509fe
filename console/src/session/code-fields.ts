export type CodeWay = "totp" | "recovery-code";

/** What is typed for a second factor, and when it is whole. */
export const codeFields = {
  totp: {
    label: "Six-digit code",
    description: "From your authenticator app.",
    isWhole: (code: string) => /^\d{6}$/.test(code),
    clean: (typed: string) => typed.replaceAll(/\D/g, "").slice(0, 6),
    input: { inputMode: "numeric", autoComplete: "one-time-code" },
  },
  "recovery-code": {
    label: "Recovery code",
    description: "One of those that you stored; each is good once.",
    isWhole: (code: string) => code.replaceAll(/[\s-]/g, "").length === 16,
    clean: (typed: string) => typed.slice(0, 40),
    input: { inputMode: "text", autoComplete: "off", spellCheck: false, autoCapitalize: "none" },
  },
} as const;
