import { z } from "zod";

export const count = (minimum: number, maximum: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`))
    .default(fallback);

export const onOff = z
  .enum(["on", "off", "true", "false"], { error: "must be on or off" })
  .transform((value) => value === "on" || value === "true");
