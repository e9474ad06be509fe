export type CodeWay = "totp" | "recovery-code";

/** Second-factor codes: label, normalization and completeness check. */
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
    description: "One of your saved recovery codes. Each code works once.",
    isWhole: (code: string) => code.replaceAll(/[\s-]/g, "").length === 16,
    clean: (typed: string) => typed.slice(0, 40),
    input: { inputMode: "text", autoComplete: "off", spellCheck: false, autoCapitalize: "none" },
  },
} as const;
