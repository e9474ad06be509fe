import { expect } from "vitest";
import { parseDecimal } from "../src/kernel/money.ts";
